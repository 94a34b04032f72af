import { type Cents, cents, formatDollars } from '#platform/money.ts'

/** A price from a quantity on: a net price for one piece, or a percentage off the base price. */
export type PriceRow = { minQuantity: number } & ({ unitPrice: Cents } | { percentOff: number })

/** A price list that applies to a buyer, with its rows that count for one product. */
export type ApplyingList = { id: string; name: string; isContract: boolean; rows: PriceRow[] }

export type PriceStep = { minQuantity: number; unitPrice: Cents }

/** A price that could apply to a quantity; the base price has no list. */
export type Candidate = PriceStep & { list: Pick<ApplyingList, 'id' | 'name'> | null }

/**
 * Returns the rows of a list that count for a product: level 0 are its own, 1 those of its category, 2 of the category
 * above, 3 those for everything.
 */
export function nearestRows<Row extends { level: number }>(rows: readonly Row[]): Row[] {
  const nearest = Math.min(...rows.map(({ level }) => level))
  return rows.filter(({ level }) => level === nearest)
}

export function rowPrice(row: PriceRow, base: Cents): Cents {
  return 'unitPrice' in row ? row.unitPrice : raisedPrice(base, -row.percentOff)
}

/**
 * Returns the prices that could apply to a quantity, the one that does first: the lowest, where the base
 * price is one of them; but contracts replace all others. Equal ones are in the order of their lists' ids.
 */
export function candidatesAt(base: Cents, lists: readonly ApplyingList[], quantity: number): Candidate[] {
  const all = [...priced(base, lists, quantity), { list: null, minQuantity: 1, unitPrice: base }]
  const contracts = priced(base, contractsOf(lists), quantity)
  const sorted = (some: Candidate[]) => some.toSorted(byPrice)
  if (contracts.length === 0) return sorted(all)
  const first = sorted(contracts)
  return [...first, ...sorted(all.filter(({ list }) => !first.some((price) => price.list?.id === list?.id)))]
}

/** Returns the price for each quantity, ascending: the first step is 1, and each further one is lower. */
export function priceLadder(base: Cents, lists: readonly ApplyingList[]): PriceStep[] {
  // Most viewers have no list.
  if (lists.length === 0) return [{ minQuantity: 1, unitPrice: base }]
  const contracts = contractsOf(lists)
  const counted = contracts.length > 0 ? contracts : lists
  const quantities = counted.flatMap(({ rows }) => rows.map(({ minQuantity }) => minQuantity))
  const steps: PriceStep[] = []
  for (const minQuantity of [...new Set([1, ...quantities])].toSorted((a, b) => a - b)) {
    const unitPrice = candidatesAt(base, counted, minQuantity)[0]?.unitPrice ?? base
    const before = steps.at(-1)
    if (!before || unitPrice < before.unitPrice) steps.push({ minQuantity, unitPrice })
  }
  return steps
}

export function priceAt(ladder: readonly PriceStep[], quantity: number): Cents {
  const step = ladder.findLast(({ minQuantity }) => minQuantity <= quantity) ?? ladder[0]
  if (!step) throw new Error('A ladder without a step')
  return step.unitPrice
}

/** Why a price is what it is: "Contract 2026, from 100: $8.90; Dealers: $9.50; base price: $11.00". */
export function reasonOf(candidates: readonly Candidate[]): string {
  const base = candidates.filter(({ list }) => list === null)
  const named = candidates.filter(({ list }) => list !== null).slice(0, MAX_NAMED)
  const first = candidates[0]?.list === null ? [...base, ...named] : [...named, ...base]
  return first.map(candidateText).join('; ')
}

/** How many lists an explanation names; more would not explain the price better. */
const MAX_NAMED = 4

function candidateText({ list, minQuantity, unitPrice }: Candidate): string {
  const from = minQuantity > 1 ? `, from ${minQuantity}` : ''
  return `${list?.name ?? 'base price'}${from}: ${formatDollars(unitPrice)}`
}

function contractsOf(lists: readonly ApplyingList[]): ApplyingList[] {
  return lists.filter(({ isContract, rows }) => isContract && rows.length > 0)
}

/** The price of each list for a quantity, which is its lowest one of this or fewer pieces. */
function priced(base: Cents, lists: readonly ApplyingList[], quantity: number): Candidate[] {
  return lists.flatMap(({ id, name, isContract, rows }) => {
    // A contract's first step counts from one piece on.
    const first = Math.min(...rows.map(({ minQuantity }) => minQuantity))
    const from = (row: PriceRow) => (isContract && row.minQuantity === first ? 1 : row.minQuantity)
    const steps = rows
      .filter((row) => from(row) <= quantity)
      .map((row) => ({ minQuantity: from(row), unitPrice: rowPrice(row, base) }))
      .toSorted((a, b) => a.unitPrice - b.unitPrice || a.minQuantity - b.minQuantity)
    return steps.slice(0, 1).map((step) => ({ ...step, list: { id, name } }))
  })
}

function byPrice(a: Candidate, b: Candidate): number {
  const [first, second] = [a.list?.id ?? '', b.list?.id ?? '']
  return a.unitPrice - b.unitPrice || (first < second ? -1 : first > second ? 1 : 0)
}

/** A price raised or, below zero, reduced by a percentage, rounded half up to the cent, once. */
export function raisedPrice(price: Cents, raise: number): Cents {
  const kept = 10_000 + Math.round(raise * 100)
  return cents(Math.max(1, Math.floor((2 * price * kept + 10_000) / 20_000)))
}
