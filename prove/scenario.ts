import type { Grounds } from './environment.ts'
import type { Random } from './random.ts'

/** What a part of the proof found. */
export type Found = {
  tries: number
  /** What was counted, in a few words. */
  counted: string
  /** A line for each thing that must never be. */
  deviations: string[]
}

/** A part of the proof; `notApplicable` says why it can't run on this database, or not in the short form. */
export type Part = {
  name: string
  run: (proof: { grounds: Grounds; random: Random; isShort: boolean }) => Promise<Found>
  notApplicable?: (proof: { grounds: Grounds; isShort: boolean }) => string | undefined
}
