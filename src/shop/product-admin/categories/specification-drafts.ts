import type { Category, Specification } from '#shop/catalogue/categories/category.ts'
import type { WrittenSpecification } from '#shop/catalogue/categories/category-forms.ts'

/** A specification while it is edited; `id` identifies its fields, and choices are lines. */
export type SpecificationDraft = {
  id: string
  key?: string
  name: string
  kind: Specification['kind']
  unit: string
  choices: string
}

export const kindLabels: Record<Specification['kind'], string> = {
  number: 'Number',
  text: 'Text',
  choice: 'Choice from a list',
}

export function draftsOf({ specifications }: Category): SpecificationDraft[] {
  return specifications.map(({ key, name, kind, unit, choices }) => ({
    id: key,
    key,
    name,
    kind,
    unit: unit ?? '',
    choices: choices?.join('\n') ?? '',
  }))
}

/** Returns the request's specifications, without fields of other kinds and without empty lines. */
export function writtenOf({ key, name, kind, unit, choices }: SpecificationDraft) {
  const lines = choices.split('\n').map((line) => line.trim())
  const written: WrittenSpecification = {
    name,
    kind,
    unit: kind === 'number' && unit.trim() !== '' ? unit : null,
    choices: kind === 'choice' ? lines.filter((line) => line !== '') : null,
  }
  return key === undefined ? written : { ...written, key }
}

export function moved<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const item = items[index]
  return item === undefined ? [...items] : items.toSpliced(index, 1).toSpliced(index + by, 0, item)
}
