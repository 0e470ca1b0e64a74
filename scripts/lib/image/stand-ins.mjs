import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const NOBODY = { user: "nobody", group: "nogroup" };

/**
 * Programs of Debian that replace the images of the compose file, with the settings that compose gives them. Debian's
 * versions are older, so settings that they do not know yet are left out.
 *
 * @param {Record<string, string>} programs
 */
export const standIns = (programs) => ({
  postgres({ command, environment }, { folderOf }) {
    const volume = folderOf("/var/lib/postgresql");
    const data = join(volume, "data");
    const binary = (name) => join(dirname(programs.postgres), name);
    const { POSTGRES_USER: owner, POSTGRES_DB: name, POSTGRES_PASSWORD: password } = environment;
    const options = environment.POSTGRES_INITDB_ARGS.split(" ")
      // PostgreSQL before 17 has no built-in locale.
      .filter((option) => !/^--(locale-provider|builtin-locale)=/.test(option));
    const secret = join(volume, "password");
    const run = `setpriv --reuid postgres --regid postgres --init-groups`;
    const made = [
      `chown postgres: ${volume}`,
      `printf %s ${password} > ${secret}`,
      `chown postgres: ${secret}`,
      `${run} ${binary("initdb")} -D ${data} --username=${owner} --pwfile=${secret} --auth-local=trust --auth-host=scram-sha-256 --locale=C.UTF-8 ${options.join(" ")} >&2`,
      `rm ${secret}`,
      `echo 'host all all all scram-sha-256' >> ${data}/pg_hba.conf`,
      `echo 'create database ${name}' | ${run} ${programs.postgres} --single -D ${data} postgres >&2`,
    ];
    const here = ["-c", "listen_addresses=*", "-c", `unix_socket_directories=${volume}`];
    return {
      user: "postgres",
      before: existsSync(data) ? [] : made,
      command: [programs.postgres, "-D", data, ...here, ...command.slice(1)],
      environment: { PGHOST: volume, LC_ALL: "C.UTF-8" },
    };
  },
  nats: ({ command }) => ({ ...NOBODY, command: [programs["nats-server"], ...command] }),
  prometheus({ command }, { folderOf }) {
    const data = folderOf("/prometheus");
    const here = command.map((word) => word.replace(/^(--storage\.tsdb\.path)=.*/, `$1=${data}`));
    return {
      ...NOBODY,
      before: [`chown nobody: ${data}`, `mount --bind ${folderOf("/etc/prometheus")} /etc/prometheus`],
      command: [programs.prometheus, ...here],
    };
  },
  proxy(_, { folderOf }) {
    const [data, config] = ["/data", "/config"].map(folderOf);
    const known = join(config, "Caddyfile");
    const text = readFileSync(folderOf("/etc/caddy/Caddyfile"), "utf8");
    // Debian's Caddy reports unhealthy on the first failed check, without the setting that waits for the third.
    writeFileSync(known, text.replace(/^\s*health_fails .*\n/m, ""));
    return {
      ...NOBODY,
      before: [`chown nobody: ${data} ${config}`],
      command: [programs.caddy, "run", "--config", known, "--adapter", "caddyfile"],
      environment: { XDG_DATA_HOME: data, XDG_CONFIG_HOME: config, HOME: data },
    };
  },
});
