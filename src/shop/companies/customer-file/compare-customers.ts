import type { RowState } from '#shop/compared-files/row-states.ts'
import { NOTHING, plainCell, whyNoValue, whyOther } from '#shop/tables/columns/read-cell.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { FileRow } from '#shop/tables/files/collect-rows.server.ts'
import { type CustomerRow, customerRow, headingOf } from './customer-fields.ts'

/** A company that the shop has, or that the file makes, which has no id yet. */
type Company = { id: string | null; name: string; erpNumber: string | null; group: string | null }
type Texts = Record<string, string>
/** A pending user, or one of whom the e-mail is proved. */
export type KnownUser = {
  isRegistered: boolean
  name: string
  companyId: string | null
  profile: Texts
}

export type KnownCustomers = {
  users: ReadonlyMap<string, KnownUser>
  companies: readonly Company[]
  groups: readonly string[]
}

export type Ticks = {
  /** Whether companies that are not known are made. */
  makesCompanies: boolean
  /** Whether companies of registered users, and groups and numbers of companies change. */
  changesCompanies: boolean
}

type ReadCustomer = {
  position: number
  cells: string[]
  row: CustomerRow
  reasons: string[]
}
type Change = { field: string; from: string | null; to: string }

export type ComparedCustomer = ReadCustomer & {
  state: RowState
  changes: Change[]
  /** What stays for want of a tick. */
  kept: Change[]
  user: KnownUser
  company: Company | null
}

export function readCustomer(
  { position, cells, problem, held = {} }: FileRow,
  columns: readonly FileColumn[],
): ReadCustomer {
  const reasons = problem === null ? [] : [problem]
  const values: Texts = {}
  for (const [at, { name, field }] of columns.entries()) {
    const cell = plainCell(cells[at])
    if (field === null || cell === '' || NOTHING.test(cell)) continue
    const why = whyNoValue(cell) ?? whyOther(cell, held[at])
    if (why === null) values[field] = cell
    else reasons.push(`${name} ${why}`)
  }
  const { firstName = '', lastName = '', ...own } = values
  const name = own.name ?? `${firstName} ${lastName}`.trim()
  const read = customerRow.safeParse({ email: '', ...own, ...(name !== '' && { name }) })
  for (const { path, message } of read.error?.issues ?? [])
    reasons.push(`${headingOf(String(path[0]))}: ${message}`)
  return { position, cells, row: read.data ?? { ...own, email: own.email ?? '' }, reasons }
}

/** Compares the rows of a file with what the shop has. Also returns how many companies it lacks. */
export function compareCustomers(
  read: readonly ReadCustomer[],
  known: KnownCustomers,
  { makesCompanies, changesCompanies }: Ticks,
): { compared: ComparedCustomer[]; missing: number } {
  const byId = new Map(known.companies.map((company) => [company.id, company]))
  const finder = createCompanyFinder(known.companies)
  const emails = new Map<string, number>()
  const said = new Map<string, { value: string; position: number }>()
  const compared = read.map((read): ComparedCustomer => {
    const { position, row } = read
    const { email, name, company: _, erpNumber, group: named, ...profile } = row
    const reasons = [...read.reasons]
    const first = emails.get(email) ?? emails.set(email, position).get(email)
    if (first !== position && email) reasons.push(`Row ${first} has this e-mail, too`)
    const user = known.users.get(email)
    if (!user && name === undefined) reasons.push('Name is required')
    const before = byId.get(user?.companyId ?? null) ?? null
    const found = finder.find(row, makesCompanies, reasons.length === 0)
    if (typeof found === 'string') reasons.push(found)
    const company = (typeof found === 'string' ? null : found) ?? before
    const group = known.groups.find((group) => group.toLowerCase() === named?.toLowerCase())
    if (named && !group) reasons.push(`No group is named ${named}`)
    else if (named && !company && reasons.length === 0)
      reasons.push('A group is that of a company, and this customer has none')
    const changesOf = (values: Record<string, unknown>, from: Record<string, unknown> = {}) =>
      Object.entries(values).flatMap(([field, to]): Change[] =>
        to && to !== from[field] ? [{ field, from: (from[field] as string) ?? null, to: `${to}` }] : [],
      )
    const isRegistered = user?.isRegistered ?? false
    const joined = company === before ? {} : { company: company?.name }
    const ofCompany = company ? { group, erpNumber } : {}
    for (const [field, value] of Object.entries(ofCompany)) {
      const key = `${field} ${company?.id ?? company?.name.toLowerCase()}`
      const other = said.get(key)
      if (value && other && other.value !== value) {
        const heading = headingOf(field)
        reasons.push(`Row ${other.position} says ${heading} ${other.value} of ${company?.name}`)
      } else if (value && !other && reasons.length === 0) said.set(key, { value, position })
    }
    const own = isRegistered ? {} : { name, ...joined, ...profile }
    const ofUser = changesOf(own, { ...user?.profile, name: user?.name, company: before?.name })
    const ofOthers = [
      ...(isRegistered ? changesOf(joined, { company: before?.name }) : []),
      ...changesOf(ofCompany, company ?? {}),
    ]
    // A company that the row makes is nobody's yet.
    const isFree = changesCompanies || (company?.id === null && !isRegistered)
    const changes = isFree ? [...ofUser, ...ofOthers] : ofUser
    const done: RowState = !user ? 'new' : changes.length > 0 ? 'changed' : 'unchanged'
    const isRefused = reasons.length > 0
    return {
      ...read,
      reasons,
      state: isRefused ? 'refused' : done,
      changes: isRefused ? [] : changes,
      kept: isRefused || isFree ? [] : ofOthers,
      user: {
        isRegistered,
        name: name ?? user?.name ?? '',
        companyId: user?.companyId ?? null,
        profile: { ...user?.profile, ...profile },
      },
      company,
    }
  })
  return { compared, missing: finder.missing.size }
}

/** Finds companies by ERP number or name. Returns why none can be taken, in words. */
function createCompanyFinder(companies: readonly Company[]) {
  const missing = new Set<string>()
  const byName = Map.groupBy(companies, ({ name }) => name.toLowerCase())
  const byNumber = new Map(companies.map((company) => [company.erpNumber?.toLowerCase(), company]))
  const find = ({ company: name, erpNumber: number }: CustomerRow, makes: boolean, isSound: boolean) => {
    if (name === undefined && !number) return null
    const named = byName.get(name?.toLowerCase() ?? '') ?? []
    const numbered = number ? byNumber.get(number.toLowerCase()) : undefined
    if (numbered)
      return named.length > 0 && !named.includes(numbered)
        ? `ERP number ${number} is that of ${numbered.name}`
        : numbered
    const [only] = named
    if (named.length > 1) return `${named.length} companies are named ${name}: give the ERP number`
    if (only && number && only.erpNumber) return `${only.name} has the ERP number ${only.erpNumber}`
    if (!only && name === undefined) return `No company has the ERP number ${number}`
    if (!only) missing.add(name?.toLowerCase() ?? '')
    if (!only && !makes) return `No company is named ${name}`
    if (!isSound) return only ?? null
    const made: Company = only ?? { id: null, name: name ?? '', erpNumber: null, group: null }
    if (number) byNumber.set(number.toLowerCase(), made)
    byName.set(made.name.toLowerCase(), [made])
    return made
  }
  return { find, missing }
}
