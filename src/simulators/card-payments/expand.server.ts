import type { NestedForm } from './form-body.ts'
import { findObject, type ObjectType } from './object-store.server.ts'
import { invalidRequest, isRefusal, type Refusal } from './refusal.ts'
import type { Transaction } from './transaction.server.ts'

const expandable: Record<string, ObjectType> = {
  charge: 'charge',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
}

/** Puts whole objects in the place of the ids that `expand` names (of the object itself, not deeper). */
export async function expandObject(
  tx: Transaction,
  outcome: object | Refusal,
  fields: NestedForm | string | undefined,
): Promise<object | Refusal> {
  if (isRefusal(outcome) || typeof fields !== 'object') return outcome
  const expanded = new Map<string, unknown>(Object.entries(outcome))
  for (const field of Object.values(fields).map(String)) {
    const type = expandable[field]
    const id = expanded.get(field)
    if (!type || id === undefined) {
      return invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' })
    }
    if (typeof id === 'string') expanded.set(field, await findObject(tx, type, id))
  }
  return Object.fromEntries(expanded)
}
