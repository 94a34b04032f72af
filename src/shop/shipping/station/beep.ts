let audio: AudioContext | undefined

/** Plays a short tone: a low one for a refusal, a high one for a finished shipment. */
export function beep(kind: 'refused' | 'done'): void {
  try {
    audio ??= new AudioContext()
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.type = kind === 'refused' ? 'square' : 'sine'
    tone.frequency.value = kind === 'refused' ? 220 : 880
    volume.gain.value = 0.15
    tone.connect(volume).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + (kind === 'refused' ? 0.3 : 0.12))
  } catch {
    // A machine without sound still shows the text.
  }
}
