import type { z } from 'zod'
import type { Transaction } from '#simulators/card-payments/transaction.server.ts'
import type { Refusal } from './refusal.ts'

export type Caller = 'secret' | 'publishable'

/** What a call is run with: its own transaction, who calls, and parameters that were checked. */
export type CallContext<Parameters> = {
  tx: Transaction
  now: Date
  caller: Caller
  /** The `:id` of the path, empty where the path has none. */
  id: string
  idempotencyKey: string | null
  parameters: Parameters
}

/** One call of the API: its name (faults aim at it), address, parameters, who may, and what it does. */
export type ApiCall<Schema extends z.ZodType = z.ZodType> = {
  name: string
  method: 'get' | 'post'
  path: string
  publishable?: boolean
  parameters: Schema
  run: (context: CallContext<z.output<Schema>>) => Promise<object | Refusal>
}

/** Ties a call's `run` to the type of its parameters, then forgets it, so that calls fit into one list. */
export function apiCall<Schema extends z.ZodType>(call: ApiCall<Schema>): ApiCall {
  return {
    ...call,
    run: (context) => call.run({ ...context, parameters: context.parameters as z.output<Schema> }),
  }
}

/** Unix seconds, the API's unit of time. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
