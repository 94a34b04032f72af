import { useSyncExternalStore } from 'react'
import { storageEntry } from '#platform/browser-storage.ts'

/** How lengths are shown: as stored, in millimetres, or converted to inches. */
export type LengthUnit = 'mm' | 'in'

const stored = storageEntry('localStorage', 'length-unit')
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key === stored.key) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onOtherTab)
  }
}

function read(): LengthUnit {
  return stored.read() === 'in' ? 'in' : 'mm'
}

/** Returns the visitor's unit of length, which this browser remembers. */
export function useLengthUnit(): LengthUnit {
  return useSyncExternalStore(subscribe, read, () => 'mm')
}

export function chooseLengthUnit(unit: LengthUnit): void {
  stored.write(unit)
  for (const listener of listeners) listener()
}
