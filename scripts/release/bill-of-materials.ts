import { createHash } from 'node:crypto'

/** The parts of a CycloneDX document that are used here. */
export type Bom = {
  serialNumber?: string
  metadata: { timestamp?: string; component: Record<string, unknown> }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

export type Component = {
  'bom-ref': string
  group?: string
  name: string
  version: string
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[]
}

export type LockedPackages = Record<
  string,
  { version?: string; license?: string; dev?: boolean; integrity?: string }
>

/** SPDX licences that allow use in a shop without publishing its source. */
const allowedLicenses = new Set(
  `0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC-BY-4.0 CC0-1.0 ISC LGPL-3.0-or-later
  MIT MIT-0 MPL-2.0 OFL-1.1 Python-2.0 Unlicense`.split(/\s+/),
)

/** Licences of packages whose package.json names none, read in the package itself. */
const foundLicenses: Record<string, string> = { 'png-js@2.0.0': 'MIT' }

/**
 * Returns npm's bill of all packages, reduced to those that a start installs, the same for the same
 * lock file: npm's `--omit dev` leaves out some that ship too, and its time and number are random.
 */
export function shippedBom(all: Bom, locked: LockedPackages, shop: { name: string; version: string }): Bom {
  const shipped = new Set(
    Object.entries(locked)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  )
  const components = all.components
    .filter((component) => shipped.has(nameOf(component)))
    .map((component) => ({ ...component, ...licensesOf(component) }))
    .sort(byRef(({ 'bom-ref': ref }) => ref))
  const refs = new Set(components.map((component) => component['bom-ref']))
  const own = `${shop.name}@${shop.version}`
  const dependencies = all.dependencies
    .filter(({ ref }) => ref === own || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => refs.has(other)).sort(),
    }))
    .sort(byRef(({ ref }) => ref))
  const { timestamp: _, ...metadata } = all.metadata
  // npm uses the folder's name.
  const component = { ...metadata.component, name: shop.name, type: 'application' }
  const bom = { ...all, metadata: { ...metadata, component }, components, dependencies }
  return { ...bom, serialNumber: `urn:uuid:${uuidOf(JSON.stringify([components, dependencies]))}` }
}

/** Returns the packages without an allowed licence, with their licence. */
export function licenseProblems({ components }: Bom): string[] {
  return components.flatMap((component) => {
    const names = licenseNames(component)
    const isAllowed = names.length > 0 && names.every((name) => allowedLicenses.has(name))
    return isAllowed ? [] : [`${nameOf(component)}: ${names.join(', ') || 'no licence'}`]
  })
}

/** Returns how many packages have each licence, the most frequent first. */
export function countLicenses({ components }: Bom): [string, number][] {
  const counts = new Map<string, number>()
  for (const component of components) {
    const text = licenseNames(component).join(' and ')
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].sort(([a, many], [b, few]) => few - many || a.localeCompare(b))
}

/** Of "A or B" the first that is allowed counts; of "A and B" both. */
function licenseNames({ licenses = [] }: Component): string[] {
  return licenses.flatMap((entry) => {
    if ('license' in entry) return entry.license.id ?? entry.license.name ?? []
    const parts = entry.expression.replaceAll(/[()]/g, '').split(' AND ')
    return parts.map((part) => {
      const choices = part.trim().split(' OR ')
      return choices.find((choice) => allowedLicenses.has(choice)) ?? part
    })
  })
}

function licensesOf(component: Component): Pick<Component, 'licenses'> {
  const license = foundLicenses[nameOf(component)]
  if (component.licenses?.length || !license) return {}
  return { licenses: [{ license: { id: license } }] }
}

function nameOf({ group, name, version }: Component): string {
  return `${group ? `${group}/` : ''}${name}@${version}`
}

function byRef<Item>(refOf: (item: Item) => string) {
  return (a: Item, b: Item) => (refOf(a) < refOf(b) ? -1 : 1)
}

/** Returns a UUID of version 8, derived from the content. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
