/**
 * Calls back once when the launcher that started this process has ended or asks for an end; at once if that has
 * happened already. A process that was started without the launcher is never called back, and the watch does not
 * keep a process alive.
 */
export function onLauncherGone(callback: () => void): void {
  if (process.env["VERITICK_LAUNCHER"] !== "1") return;
  // Our own children have other parents.
  delete process.env["VERITICK_LAUNCHER"];
  if (!process.connected) {
    callback();
    return;
  }
  process.once("disconnect", callback);
  process.channel?.unref();
}
