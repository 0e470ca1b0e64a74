/** In hertz. A loss is told as calmly as a win. */
const GAIN_HZ = 523;
const LOSS_HZ = 392;
const LOUDNESS = 0.08;
const ATTACK_SECONDS = 0.02;
const SECONDS = 0.4;
const VIBRATION_MS = 40;
/** A browser that lets nothing sound yet would let it sound later, when it means nothing. */
const LATEST_MS = 300;

let audio: AudioContext | undefined;

/** One short soft tone, and a vibration where the device can. Only the pitch tells a gain from a loss. */
export async function playTone(isGain: boolean): Promise<void> {
  // Without it browsers allow neither, and complain.
  if (!navigator.userActivation.hasBeenActive) return;
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
