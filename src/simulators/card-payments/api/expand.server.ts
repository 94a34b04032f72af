import { findObject } from '#simulators/card-payments/store/object-store.server.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import type { NestedForm } from './form-body.ts'
import { expandable } from './parameters.ts'

/** Replaces the ids in the named top-level fields by the objects they refer to. */
export async function expandObject(
  tx: Transaction,
  object: object,
  fields: NestedForm | string | undefined,
): Promise<void> {
  const paths = Object.values(fields ?? {})
  for (const [field, type] of Object.entries(expandable)) {
    const id: unknown = Reflect.get(object, field)
    if (!paths.includes(field) || typeof id !== 'string') continue
    Reflect.set(object, field, await findObject(tx, type, id))
  }
}
