import { storageEntry } from '#platform/browser-storage.ts'
import type { Scan } from './packing.ts'

export type StationDraft = { shipmentId: string; version: number; scans: Scan[] }

const draft = storageEntry('sessionStorage', 'pack station')

export const stationDraft = {
  read: (): StationDraft | null => {
    try {
      const stored: unknown = JSON.parse(draft.read() ?? 'null')
      return isDraft(stored) ? stored : null
    } catch {
      return null
    }
  },
  write: (value: StationDraft) => draft.write(JSON.stringify(value)),
  clear: draft.clear,
}

/** What this station chose last. */
export const stationChoices = {
  carrier: storageEntry('localStorage', 'pack station carrier'),
  wholeLines: storageEntry('localStorage', 'pack station whole lines'),
}

function isDraft(stored: unknown): stored is StationDraft {
  if (typeof stored !== 'object' || stored === null) return false
  return 'shipmentId' in stored && 'version' in stored && 'scans' in stored && Array.isArray(stored.scans)
}
