import { createHash } from 'node:crypto'

/** A seeded random source: the same seed gives the same sequence. */
export type Random = {
  /** Returns an integer; both bounds are inclusive. */
  integer: (from: number, to: number) => number
  chance: (share: number) => boolean
  pick: <Choice>(choices: readonly Choice[]) => Choice
  /** Returns a shuffled copy. */
  shuffle: <Choice>(choices: readonly Choice[]) => Choice[]
  /** Returns an independent source, so that one buyer's choices do not depend on the others' timing. */
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
        .map((choice) => ({ choice, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ choice }) => choice),
    fork: (name) => createRandom(`${seed} ${name}`),
  }
}
