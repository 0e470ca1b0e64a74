/** Frequencies in hertz. A loss sounds as calm as a win. */
const GAIN_HZ = 523;
const LOSS_HZ = 392;
const LOUDNESS = 0.08;
const ATTACK_SECONDS = 0.02;
const SECONDS = 0.4;
const VIBRATION_MS = 40;
/** If the browser delays sound for longer than this, the tone would come too late to mean anything. */
const LATEST_MS = 300;

let audio: AudioContext | undefined;

/** Plays one short soft tone, and vibrates if the device can. Only the pitch tells a gain from a loss. */
export async function playTone(isGain: boolean): Promise<void> {
  // Before the first user action, browsers refuse both and log a warning.
  if (navigator.userActivation?.hasBeenActive !== true) return;
  navigator.vibrate?.(VIBRATION_MS);
  audio ??= new AudioContext();
  const isRunning = ({ state }: AudioContext) => state === "running";
  if (!isRunning(audio)) {
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, LATEST_MS))]);
    if (!isRunning(audio)) return;
  }
  const now = audio.currentTime;
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.linearRampToValueAtTime(LOUDNESS, now + ATTACK_SECONDS);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + SECONDS);
  const tone = new OscillatorNode(audio, { type: "sine", frequency: isGain ? GAIN_HZ : LOSS_HZ });
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + SECONDS);
}
