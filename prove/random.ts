import { createHash } from 'node:crypto'

/** A source of chance that says the same for the same seed, every time. */
export type Random = {
  /** A whole number, both ends included. */
  integer: (from: number, to: number) => number
  chance: (share: number) => boolean
  pick: <Choice>(choices: readonly Choice[]) => Choice
  /** The same in another order. */
  shuffle: <Choice>(choices: readonly Choice[]) => Choice[]
  /** A source of its own, so that what one buyer draws does not depend on the others' pace. */
  fork: (name: string | number) => Random
}

export function createRandom(seed: string | number): Random {
  let drawn = 0
  const next = () => {
    drawn += 1
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32LE() / 2 ** 32
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    integer,
    chance: (share) => next() < share,
    pick: (choices) => choices[integer(0, choices.length - 1)] as (typeof choices)[number],
    shuffle: (choices) =>
      choices
        .map((choice) => ({ choice, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ choice }) => choice),
    fork: (name) => createRandom(`${seed} ${name}`),
  }
}
