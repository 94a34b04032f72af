import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '#server/testing/api-driver.ts'
import { allUsers, type Expected, type ModelLine, type OrderModel, type UserName } from './order-model.ts'
import { expectedState, readState } from './shop-state.ts'
import type { TestSystem } from './test-system.ts'

export type Step = fc.AsyncCommand<OrderModel, TestSystem>

/** A command with random parameters that acts on the shop and the model, then compares both. */
export function step<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  happens: (given: Given, model: OrderModel, system: TestSystem) => Promise<void>,
): fc.Arbitrary<Step> {
  return given.map((given) => ({
    check: () => true,
    run: async (model, system) => {
      await happens(given, model, system)
      expect(await readState(system.shop.db)).toEqual(expectedState(model))
    },
    toString: () => `${name}(${fc.stringify(given)})`,
  }))
}

/** Expects a status and, for an error, a code. */
export function expectAnswer(answer: Answer, { status, code }: Expected): void {
  const { code: given } = Object(answer.body)
  expect({ status: answer.status, code: status === 200 ? undefined : given }).toEqual({
    status,
    code,
  })
}

export const user = fc.constantFrom(...allUsers)

/** The user who acts on a line; usually its buyer. */
export const actor = fc.constantFrom<UserName | 'its buyer'>(
  ...Array.from({ length: 9 }, () => 'its buyer' as const),
  ...allUsers,
)
export function actingUser(actor: UserName | 'its buyer', line: ModelLine | undefined): UserName {
  return actor === 'its buyer' ? (line?.buyer ?? 'jane') : actor
}

/** Picks one of the items that exist when the command runs. */
export const which = fc.nat(30)

/** The id of the picked line, or an unknown id when there are none. */
export function idOf(line: ModelLine | undefined): string {
  return line?.id ?? '01939e0c-0000-7000-8000-00000000dead'
}
