const oldest = [20, 19];

/** Ends the process with a clear message if Node.js is too old for the set-up. */
export function requireNode() {
  const version = process.versions.node.split(".").map(Number);
  if (version[0] > oldest[0] || (version[0] === oldest[0] && version[1] >= oldest[1])) return;
  console.error(
    "Veritick needs Node.js " +
      oldest.join(".") +
      " or newer; this is " +
      process.versions.node +
      ".\n" +
      "Install a current version from https://nodejs.org and run the command again.",
  );
  process.exit(1);
}
