import { useEffect, useRef, useState } from 'react'
import { idle, type StationEvent, type StationState, stationAfter } from './station.ts'
import { runCall } from './station-calls.ts'
import { stationChoices, stationDraft } from './station-storage.ts'

let audio: AudioContext | undefined

/** Plays a short tone: a low one for a refusal, a high one for a finished shipment. */
function beep(kind: 'refused' | 'done'): void {
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

/**
 * The state of the pack station, and what tells it of scans, keys and answers. It begins with the shipment of
 * an interrupted page, or with the order that the page was opened for.
 */
export function usePackStation({ carriers, order }: { carriers: string[]; order: string | null }) {
  const [state, setState] = useState<StationState>(() => firstState(carriers))
  // Scans can be faster than a render.
  const now = useRef(state)
  const tell = (event: StationEvent) => {
    const before = now.current
    const { state: after, call, tone } = stationAfter(before, event)
    now.current = after
    setState(after)
    store(before, after)
    if (tone) beep(tone)
    if (call) void runCall(call).then((change) => tell({ event: 'ended', change }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => tell({ event: 'opened', order, draft: stationDraft.read() }), [])
  return { state, tell }
}

function firstState(carriers: string[]): StationState {
  const last = stationChoices.carrier.read()
  return {
    station: idle,
    message: null,
    takeOver: null,
    isLeaving: false,
    isBusy: false,
    waiting: [],
    wholeLines: stationChoices.wholeLines.read() === 'yes',
    carrier: carriers.find((name) => name === last) ?? carriers[0] ?? '',
    carriers,
  }
}

function store(before: StationState, after: StationState): void {
  const { station, wholeLines, carrier } = after
  if (wholeLines !== before.wholeLines) stationChoices.wholeLines.write(wholeLines ? 'yes' : 'no')
  if (carrier !== before.carrier) stationChoices.carrier.write(carrier)
  // The shipment of an interrupted page stays stored until it was resumed, also when that fails.
  if (station === before.station) return
  if (station.phase === 'idle') {
    stationDraft.clear()
    return
  }
  const { _id: shipmentId, version } = station.shipment
  const scans = station.phase === 'packing' ? station.scans : []
  stationDraft.write({ shipmentId, version, scans })
}
