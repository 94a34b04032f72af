import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '#testing/api-driver.ts'
import { expectedFacts, readFacts } from './facts.ts'
import {
  type Expected,
  everybody,
  type ModelOrder,
  type OrderModel,
  type Who,
} from './order-model.ts'
import type { World } from './test-system.ts'

export type Step = fc.AsyncCommand<OrderModel, World>

/**
 * Something that happens in the shop and in the model, with whatever `given` says. Afterwards both
 * must hold the same.
 */
export function step<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  happens: (given: Given, model: OrderModel, world: World) => Promise<void>,
): fc.Arbitrary<Step> {
  return given.map((given) => ({
    check: () => true,
    run: async (model, world) => {
      await happens(given, model, world)
      expect(await readFacts(world.shop.db)).toEqual(expectedFacts(model))
    },
    toString: () => `${name}(${fc.stringify(given)})`,
  }))
}

/** The answer must have this status, and a refusal this code. */
export function expectAnswer(answer: Answer, { status, code }: Expected): void {
  const { code: said } = Object(answer.body)
  expect({ status: answer.status, code: status === 200 ? undefined : said }).toEqual({
    ...{ status, code },
  })
}

export const who = fc.constantFrom(...everybody)

/** Who does something with an order: mostly its buyer. */
export const actor = fc.constantFrom<Who | 'its buyer'>(
  ...Array.from({ length: 9 }, () => 'its buyer' as const),
  ...everybody,
)
export function whoIs(actor: Who | 'its buyer', order: ModelOrder | undefined): Who {
  return actor === 'its buyer' ? (order?.buyer ?? 'jane') : actor
}

/** Picks one of what there is when the step comes. */
export const which = fc.nat(30)

/** An id of an order that the step is about, or one that never was when there are none. */
export function idOf(order: ModelOrder | undefined): string {
  return order?.id ?? '01939e0c-0000-7000-8000-00000000dead'
}
