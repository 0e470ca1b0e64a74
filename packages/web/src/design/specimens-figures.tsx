import { LongCode } from "../ui/long-code.tsx";
import { Num, Time } from "../ui/primitives.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { Term } from "../ui/term.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const ADDRESS = "TGLAkGbcb5raFS6gzEW9HsXH1aPs1tauwC";
const INSTANT = "2026-03-01T18:30:00.000Z";

export const FIGURES: readonly Specimen[] = [
  {
    title: "Numbers and times",
    of: ["num"],
    note: "Digits of one width: what changes moves nothing. A relative time tells the exact one to a pointer.",
    show: () => (
      <>
        <State name="numbers">
          <Num>
            152.790
            <br />
            111.111
          </Num>
        </State>
        <State name="relative time">
          <Time dateTime={INSTANT} isRelative>
            2 hours ago
          </Time>
        </State>
      </>
    ),
  },
  {
    title: "Facts",
    of: ["facts", "term"],
    note: "A dotted word explains itself: by pointer, key or tap.",
    show: () => (
      <>
        <State name="roomy" wide>
          <Facts>
            <Fact name="Amount">
              <Num>20.00 USDMS</Num>
            </Fact>
            <Fact name={<Term term="net">You receive</Term>}>
              <Num>18.40 USDT</Num>
            </Fact>
          </Facts>
        </State>
        <State name="dense" wide>
          <Facts dense>
            <Fact name={<Term term="barrier">Barrier</Term>}>
              <Num>152.924</Num>
            </Fact>
            <Fact name="To this address">
              <LongCode code={ADDRESS} copyLabel="Copy the address" />
            </Fact>
          </Facts>
        </State>
      </>
    ),
  },
  {
    title: "Codes",
    of: ["long-code", "qr-code"],
    note: "In groups of four for the eye; copied without blanks. The QR code is dark on white in both themes.",
    show: (theme) => (
      <>
        <State name="long code">
          <LongCode code={ADDRESS} />
        </State>
        <State name="QR code">
          <div style={{ width: 132 }}>
            <QrCode value={ADDRESS} label={`QR code of an address, ${theme}`} />
          </div>
        </State>
      </>
    ),
  },
];
