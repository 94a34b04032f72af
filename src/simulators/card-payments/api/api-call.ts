import type { z } from 'zod'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import type { Refusal } from './refusal.ts'

export type Caller = 'secret' | 'publishable'

export type CallContext<Parameters> = {
  tx: Transaction
  now: Date
  caller: Caller
  /** The `:id` of the path; empty when the path has none. */
  id: string
  idempotencyKey: string | null
  parameters: Parameters
}

/** One call of the API. Faults refer to its name; `publishable` allows it with a publishable key. */
export type ApiCall<Schema extends z.ZodType = z.ZodType> = {
  name: string
  method: 'get' | 'post'
  path: string
  publishable?: boolean
  parameters: Schema
  run: (context: CallContext<z.output<Schema>>) => Promise<object | Refusal>
}

/** Checks `run` against the type of its parameters, then erases that type so that calls fit in one list. */
export function apiCall<Schema extends z.ZodType>(call: ApiCall<Schema>): ApiCall {
  return {
    ...call,
    run: (context) => call.run({ ...context, parameters: context.parameters as z.output<Schema> }),
  }
}

/** Returns a date in Unix seconds, the API's unit of time. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
