import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSigned, logKey, witnessKey } from "../../testing/log-keys.ts";
import { checkpointText, vkeyOf, vkeyText, WITNESS_KEY_ML_DSA } from "./notes.ts";
import { EMPTY_ROOT } from "./merkle.ts";
import { cosignedAt, parsePolicy, policyWithLog, quorumBefore, quorumTime } from "./policy.ts";

const LOG = logKey("veritick.example/log/1", 5);
const WITNESSES = [21, 22, 23, 24, 25, 26].map((seed, index) =>
  witnessKey(`witness.example/${index + 1}`, seed),
);
const [W1, W2, W3, W4, W5, W6] = WITNESSES.map(({ vkey }) => vkeyText(vkey));
const LATER = vkeyText(vkeyOf("witness.example/1", WITNESS_KEY_ML_DSA, "ab".repeat(1312)));

const OF_THREE = `log ${vkeyText(LOG.vkey)} https://veritick.example/log/1/
witness one ${W1} https://one.example/
witness two ${W2}
witness three ${W3}
group some 2 one two three
quorum some
`;
const X_AND_Y = `# Two houses
witness X1 ${W1}
witness X2 ${W2}
witness X3 ${W3}
group X 2 X1 X2 X3

witness Y1 ${W4}
witness Y2 ${W5}
witness Y3 ${W6}
group Y any Y1 Y2 Y3

\t group  both all\tX Y \t
quorum both
   # the end`;

const reached = (text: string, times: Readonly<Record<string, number>>) =>
  quorumTime(parsePolicy(text), new Map(Object.entries(times)));

describe("a policy", () => {
  it("is read with its logs, witnesses, groups and quorum", () => {
    expect(parsePolicy(OF_THREE)).toEqual({
      logs: [{ vkey: LOG.vkey, url: "https://veritick.example/log/1/" }],
      witnesses: [
        { name: "one", vkey: WITNESSES[0]!.vkey, url: "https://one.example/" },
        { name: "two", vkey: WITNESSES[1]!.vkey, url: undefined },
        { name: "three", vkey: WITNESSES[2]!.vkey, url: undefined },
      ],
      groups: [{ name: "some", threshold: 2, members: ["one", "two", "three"] }],
      quorum: "some",
    });
    expect(parsePolicy(X_AND_Y).groups).toEqual([
      { name: "X", threshold: 2, members: ["X1", "X2", "X3"] },
      { name: "Y", threshold: 1, members: ["Y1", "Y2", "Y3"] },
      { name: "both", threshold: 2, members: ["X", "Y"] },
    ]);
  });

  it("may have opaque names, and no witness at all", () => {
    expect(parsePolicy(`witness témoin\u0085 ${W1}\nquorum témoin\u0085`).quorum).toBe("témoin\u0085");
    expect(parsePolicy("quorum none")).toEqual({ logs: [], witnesses: [], groups: [], quorum: "none" });
  });

  it.each([
    ["", "no line names the quorum"],
    [`witness one ${W1}\n`, "no line names the quorum"],
    ["quorum none\r\n", "line 1: a control character, such as a carriage return"],
    ["quorum none\u007f", "line 1: a control character"],
    ["quorum none\n# \ud800", "line 2: a control character"],
    ["quorum none\nQuorum none", 'line 2: "Quorum" is not log, witness, group or quorum'],
    ["quorum none\nquorum none", "line 2: there is a quorum already"],
    ["quorum", "line 1: a quorum has the form: quorum <name>"],
    ["quorum none none", "line 1: a quorum has the form: quorum <name>"],
    ["quorum one", 'line 1: no line before this one defines "one"'],
    [`quorum one\nwitness one ${W1}`, 'line 1: no line before this one defines "one"'],
    ["log", "line 1: a log has the form: log <key> [<url>]"],
    [`log ${W1} url more`, "line 1: a log has the form: log <key> [<url>]"],
    [`log ${W1}`, "line 1: a key of type 4 has no use here"],
    ["\n\nlog a+b", "line 3: a key has the form <name>+<8 hex digits>+<base64>"],
    [`log ${vkeyText(LOG.vkey)}\nlog ${vkeyText(LOG.vkey)}`, "line 2: another line has the same key"],
    ["witness one", "line 1: a witness has the form: witness <name> <key> [<url>]"],
    [`witness one ${W1} url more`, "line 1: a witness has the form: witness <name> <key> [<url>]"],
    [`witness one ${vkeyText(LOG.vkey)}`, "line 1: a key of type 1 has no use here"],
    [`witness none ${W1}`, 'line 1: the name "none" is taken'],
    [`witness one ${W1}\nwitness one ${W2}`, 'line 2: the name "one" is taken'],
    [`witness one ${W1}\nwitness two ${W1}`, "line 2: another line has the same key"],
    [
      `witness one ${W1}\nwitness two ${vkeyText(witnessKey("another.example", 21).vkey)}`,
      "line 2: another line has the same key",
    ],
    ["group some", "line 1: a group has the form: group <name> all|any|<number> <name>..."],
    ["group some all", "line 1: a group has the form: group <name> all|any|<number> <name>..."],
    ["group some all one", 'line 1: no line before this one defines "one"'],
    ["group some all some", 'line 1: no line before this one defines "some"'],
    ["group some all none", 'line 1: no line before this one defines "none"'],
    [`witness one ${W1}\ngroup some all one one`, 'line 2: "one" is a member of a group twice'],
    [
      `witness one ${W1}\ngroup some all one\ngroup more any one`,
      'line 3: "one" is a member of a group twice',
    ],
    [`witness one ${W1}\ngroup one all one`, 'line 2: the name "one" is taken'],
    [`witness one ${W1}\ngroup some 2 one`, 'line 2: "2" is not all, any or a number from 1 to 1'],
    [`witness one ${W1}\ngroup some 0 one`, 'line 2: "0" is not all, any or a number from 1 to 1'],
    [`witness one ${W1}\ngroup some 01 one`, 'line 2: "01" is not all, any or a number from 1 to 1'],
    [`witness one ${W1}\ngroup some ALL one`, 'line 2: "ALL" is not all, any or a number from 1 to 1'],
    [
      `witness one ${LATER}\nquorum one`,
      "the quorum needs keys of another type than 4, which cannot be checked",
    ],
  ])("is refused with its line: %j", (text, message) => {
    expect(() => parsePolicy(text)).toThrow(RangeError);
    expect(() => parsePolicy(text)).toThrow(message);
  });

  it("may list a key of type 06 that the quorum can do without", () => {
    const policy = parsePolicy(
      `witness one ${W1}\nwitness later ${LATER}\ngroup some any one later\nquorum some`,
    );
    expect(policy.witnesses.map(({ vkey }) => vkey.type)).toEqual([4, 6]);
  });

  it("throws nothing else for rubbish", () => {
    const word = fc.constantFrom(
      "log",
      "witness",
      "group",
      "quorum",
      "none",
      "one",
      "any",
      "2",
      W1!,
      "#",
      "\r",
      " ",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.array(word).map((words) => words.join(" "))).map((lines) => lines.join("\n")),
    );
    fc.assert(
      fc.property(text, (each) => {
        try {
          parsePolicy(each);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it("gets the log that it leaves out", () => {
    const without = OF_THREE.slice(OF_THREE.indexOf("\n") + 1);
    expect(policyWithLog(without, LOG.vkey)).toBe(`log ${vkeyText(LOG.vkey)}\n${without}`);
    expect(policyWithLog(OF_THREE, LOG.vkey)).toBe(OF_THREE);
  });
});

describe("the quorum", () => {
  it("of 2 of 3 is complete with the second", () => {
    expect(reached(OF_THREE, {})).toBe(Infinity);
    expect(reached(OF_THREE, { two: 5 })).toBe(Infinity);
    expect(reached(OF_THREE, { two: 5, three: 9 })).toBe(9);
    expect(reached(OF_THREE, { one: 7, two: 5, three: 9 })).toBe(7);
    expect(reached(OF_THREE, { one: 7, stranger: 1 })).toBe(Infinity);
  });

  it("of groups is complete when each group is", () => {
    expect(reached(X_AND_Y, { X1: 1, X2: 2, X3: 3 })).toBe(Infinity);
    expect(reached(X_AND_Y, { X1: 1, Y1: 2, Y2: 3, Y3: 4 })).toBe(Infinity);
    expect(reached(X_AND_Y, { X1: 1, X2: 2, Y3: 4 })).toBe(4);
    expect(reached(X_AND_Y, { X1: 1, X3: 8, Y2: 4, Y3: 5 })).toBe(8);
  });

  it("may be one witness, or none", () => {
    expect(reached(`witness one ${W1}\nquorum one`, { one: 5 })).toBe(5);
    expect(reached("quorum none", {})).toBe(-Infinity);
  });

  it("counts one witness with two keys once, if they are a group", () => {
    const text = `witness a ${W1}\nwitness b ${W2}\nwitness other ${W3}
group one any a b\ngroup both all one other\nquorum both`;
    expect(reached(text, { a: 1, b: 2 })).toBe(Infinity);
    expect(reached(text, { b: 2, other: 3 })).toBe(3);
  });

  it("is reached before a time by the witnesses that cosigned before it", () => {
    const policy = parsePolicy(OF_THREE);
    const times = new Map([
      ["one", 7],
      ["two", 5],
      ["three", 9],
    ]);
    expect(quorumBefore(policy, times, 10)).toEqual({ isReached: true, witnesses: ["one", "two", "three"] });
    expect(quorumBefore(policy, times, 9)).toEqual({ isReached: true, witnesses: ["one", "two"] });
    expect(quorumBefore(policy, times, 7)).toEqual({ isReached: false, witnesses: ["two"] });
    expect(quorumBefore(parsePolicy("quorum none"), new Map(), 0)).toEqual({
      isReached: true,
      witnesses: [],
    });
  });

  it("is reached at a time exactly if it is before every later one", () => {
    const policy = parsePolicy(X_AND_Y);
    const time = fc.option(fc.nat({ max: 20 }), { nil: undefined });
    const names = ["X1", "X2", "X3", "Y1", "Y2", "Y3"];
    fc.assert(
      fc.property(fc.array(time, { minLength: 6, maxLength: 6 }), fc.nat({ max: 21 }), (given, limit) => {
        const times = new Map(names.map((name, at) => [name, given[at] ?? Infinity] as const));
        const { isReached, witnesses } = quorumBefore(policy, times, limit);
        const count = (letter: string) => witnesses.filter((name) => name.startsWith(letter)).length;
        expect(isReached).toBe(count("X") >= 2 && count("Y") >= 1);
      }),
    );
  });
});

describe("the cosignatures of a note", () => {
  const text = checkpointText({ origin: LOG.vkey.name, size: 0, root: EMPTY_ROOT });
  const policy = parsePolicy(OF_THREE);

  it("are read by the policy's names, the earliest of each witness", () => {
    const signatures = [
      LOG.sign(text),
      WITNESSES[2]!.cosign(text, 30),
      WITNESSES[0]!.cosign(text, 20),
      WITNESSES[0]!.cosign(text, 10),
      WITNESSES[5]!.cosign(text, 1),
    ];
    expect(cosignedAt(policy, { text, signatures }, isSigned)).toEqual(
      new Map([
        ["one", 10],
        ["three", 30],
      ]),
    );
  });

  it("are not believed if one of them is forged", () => {
    const forged = {
      ...WITNESSES[0]!.cosign(text, 10),
      name: WITNESSES[1]!.vkey.name,
      id: WITNESSES[1]!.vkey.id,
    };
    const signatures = [WITNESSES[0]!.cosign(text, 10), forged, WITNESSES[2]!.cosign(text, 10)];
    expect(cosignedAt(policy, { text, signatures }, isSigned)).toBeUndefined();
  });

  it("of type 06 are left out", () => {
    const both = parsePolicy(`witness one ${W1}\nwitness later ${LATER}\nquorum one`);
    const [, later] = both.witnesses;
    const line = { name: later!.vkey.name, id: later!.vkey.id, bytes: new Uint8Array(2428) };
    const signatures = [WITNESSES[0]!.cosign(text, 10), line];
    expect(cosignedAt(both, { text, signatures }, isSigned)).toEqual(new Map([["one", 10]]));
  });
});
