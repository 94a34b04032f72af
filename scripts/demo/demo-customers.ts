import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Person } from '#server/testing/users.ts'
import { type DemoPerson, demoCompanies, demoPeople } from './demo-people.ts'
import type { Timeline } from './timeline.ts'

const country = 'United States'

/** Someone who buys. */
export type DemoBuyer = DemoPerson & { caller: Person }

/** Adds the companies with their members and prices, and the buyers without a company. Returns all buyers. */
export async function addCustomers(timeline: Timeline, owner: Person): Promise<DemoBuyer[]> {
  const buyers: DemoBuyer[] = []
  for (const person of demoPeople) {
    const id = await addAccount(timeline.shop.db, person)
    buyers.push({ ...person, caller: timeline.admit({ id, email: person.email }) })
  }
  const groups = new Map<string, string>()
  for (const name of ['Dealers', 'Schools']) {
    const { body } = await owner.call('POST', '/customer-groups', { name })
    groups.set(name, body._id)
  }
  for (const { name, group, erpNumber, members, taxExemption, contract } of demoCompanies) {
    const [first] = members
    const { body } = await owner.call('POST', '/companies', {
      name,
      erpNumber,
      group: groups.get(group),
      addresses: [{ ...first?.address, country }],
      ...(taxExemption && { taxTreatment: { treatment: 'exempt', reference: taxExemption } }),
    })
    for (const { email } of members) await owner.call('PUT', `/companies/${body._id}/members/${email}`, {})
    if (contract) await addPriceList(owner, `Contract of ${name}`, { company: body._id }, contract, true)
  }
  await addPriceList(owner, 'Dealers', { group: groups.get('Dealers') }, [
    { category: 'hand-tools', percent: 8 },
    { category: 'hand-tools', minQuantity: 100, percent: 12 },
    { category: 'cutting-tools', percent: 5 },
  ])
  const ofSchools = [{ all: true, percent: 10 }]
  await addPriceList(owner, 'Schools', { group: groups.get('Schools') }, ofSchools)
  return buyers
}

async function addAccount(db: Db, { name, email, address }: DemoPerson): Promise<string> {
  const id = uuidv7()
  const { street, ...place } = address
  const account = { id, name, email, emailVerified: true, address: street, ...place, country }
  await db.insertInto('account').values(account).execute()
  return id
}

async function addPriceList(
  owner: Person,
  name: string,
  audience: object,
  rows: object[],
  contract = false,
): Promise<void> {
  const list = (await owner.call('POST', '/price-lists', { name, for: audience, contract })).body
  const saved = (await owner.call('PUT', `/price-lists/${list._id}/rows`, { rows })).body
  await owner.call('POST', `/price-lists/${list._id}/publish`, { version: saved.version })
}
