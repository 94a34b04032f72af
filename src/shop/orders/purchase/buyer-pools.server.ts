import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { networksOf } from '#platform/http/ip-address.server.ts'
import type { Cents } from '#platform/money.ts'
import { lineIsOpen } from '#shop/orders/line-states.server.ts'
import { isPublicMailDomain, organisationDomain } from './mail-domains.ts'

/**
 * Whom a buyer may be one with: all buyers of a network, or of a mail domain, that have never paid.
 * `times` multiplies their limit.
 */
export type BuyerPool = { name: string; times: number }

/** Returns the pools of a buyer, of which each has a limit while the buyer has never paid. */
export function poolsOf(email: string, ipAddress: string | null): BuyerPool[] {
  const domain = organisationDomain(email)
  const networks = ipAddress === null ? [] : networksOf(ipAddress)
  return [
    ...(isPublicMailDomain(domain) ? [] : [{ name: `mail domain ${domain}`, times: 1 }]),
    ...networks.map(({ network, times }) => ({ name: `network ${network}`, times })),
  ]
}

/**
 * Returns what the buyers of pools may still hold unpaid, in cents, by the tightest limit. It may be
 * negative, and is infinite without pools.
 */
export function restOfPools(
  pools: readonly BuyerPool[],
  held: ReadonlyMap<string, number>,
  most: Cents,
): number {
  return Math.min(...pools.map(({ name, times }) => most * times - (held.get(name) ?? 0)))
}

/** Forgets the networks and mail domains of lines that hold no stock any more; returns how many. */
export async function forgetPools(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update order_line set pools = '{}' where pools <> '{}' and not (${lineIsOpen})`.execute(db)
  return Number(numAffectedRows)
}
