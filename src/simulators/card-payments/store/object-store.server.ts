import { randomBytes } from 'node:crypto'
import type { StripeObject } from './objects.ts'
import type { Transaction } from './transaction.server.ts'

type ObjectTypes = { [O in StripeObject as O['object']]: O }
export type ObjectType = keyof ObjectTypes

/** Returns a new random id in Stripe's format: a prefix such as `pi`, and 24 hex digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export async function insertObject(tx: Transaction, object: StripeObject): Promise<void> {
  await tx.query('insert into card_simulator.object (id, type, body) values ($1, $2, $3)', [
    object.id,
    object.object,
    object,
  ])
}

export async function saveObject(tx: Transaction, object: StripeObject): Promise<void> {
  await tx.query('update card_simulator.object set body = $2 where id = $1', [object.id, object])
}

export async function findObject<T extends ObjectType>(
  tx: Transaction,
  type: T,
  id: string,
  lock: '' | 'for update' = '',
): Promise<ObjectTypes[T] | undefined> {
  const { rows } = await tx.query<{ body: ObjectTypes[T] }>(
    `select body from card_simulator.object where id = $1 and type = $2 ${lock}`,
    [id, type],
  )
  return rows[0]?.body
}

/** Finds an object and locks its row until the transaction ends. */
export function lockObject<T extends ObjectType>(tx: Transaction, type: T, id: string) {
  return findObject(tx, type, id, 'for update')
}
