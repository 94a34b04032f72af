import type { Environments } from '#prove/environment/environment.ts'
import type { Random } from './random.ts'

export type ScenarioResult = {
  tries: number
  /** A short summary of the counts. */
  counted: string
  /** A line for each deviation from the expected behaviour. */
  deviations: string[]
}

/** A scenario of the proof. `notApplicable` returns why it can't run here, or undefined. */
export type Scenario = {
  name: string
  run: (proof: { environments: Environments; random: Random; isShort: boolean }) => Promise<ScenarioResult>
  notApplicable?: (proof: { environments: Environments; isShort: boolean }) => string | undefined
}
