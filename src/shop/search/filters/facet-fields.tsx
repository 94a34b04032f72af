import { useEffect, useRef, useState } from 'react'
import { asTexts, type CatalogueQuery, type NumberRange } from '#shop/search/query/search-query.ts'
import type { Facet } from '#shop/search/search-json.server.ts'
import { withSpecification } from './active-filters.ts'

// More values of a number are entered as a range.
const MAX_NUMBERS = 8

type SpecificationFacetProps = {
  facet: Facet
  isOpen: boolean
  query: CatalogueQuery
  /** Whether its counts are lower bounds. */
  isCapped: boolean
  onChange: (query: CatalogueQuery) => void
}

/** The values of a specification, each with its count, and the ends of a range of numbers. */
export function SpecificationFacet(props: SpecificationFacetProps) {
  const { facet, isOpen, query, isCapped, onChange } = props
  const { key, name, unit, kind, values, valueCount, min, max } = facet
  const given = query.specifications[key] ?? { values: [], range: null }
  const { values: chosen, range } = kind === 'number' ? given : asTexts(given)
  const isRange = kind === 'number' && (valueCount > 1 || range !== null)
  const hasMany = kind === 'number' && valueCount > MAX_NUMBERS
  // Chosen values are always shown: a value without a checkbox would be lost at the next choice.
  const missing = chosen.filter((value) => !values.some((offered) => offered.value === value))
  const shown = [
    ...values.filter(({ value }) => !hasMany || chosen.includes(value)),
    ...missing.map((value) => ({ value, count: 0 })),
  ]
  const toggled = (value: string) => {
    const others = chosen.filter((other) => other !== value)
    const isChosen = others.length < chosen.length
    return withSpecification(query, key, isChosen ? others : [...others, value], range)
  }
  // Only the buyer closes it: nothing below moves when its last value is taken off.
  const isUsed = chosen.length > 0 || range !== null
  const [wasUsed, setUsed] = useState(isUsed)
  if (isUsed && !wasUsed) setUsed(true)
  return (
    <details className="facet border-top" open={isOpen || wasUsed}>
      <summary className="facet-name text-14 font-600 break-anywhere">
        {unit === null ? name : `${name}, ${unit}`}
      </summary>
      {isRange && (
        <RangeFields
          name={`spec.${key}`}
          legend={unit === null ? name : `${name}, ${unit}`}
          offered={{ min, max }}
          range={range}
          isNamed
        />
      )}
      <ul className="grid">
        {shown.map(({ value, count }) => (
          <li key={value}>
            <label className="facet-value" data-empty={count === 0 || undefined}>
              <input
                type="checkbox"
                name={`spec.${key}`}
                value={value}
                checked={chosen.includes(value)}
                disabled={count === 0 && !chosen.includes(value)}
                onChange={() => onChange(toggled(value))}
              />
              {value} <Count count={count} isCapped={isCapped && count > 0} />
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

type RangeFieldsProps = {
  name: string
  legend: string
  /** The bounds of what was found; null where nothing was. */
  offered: { min: number | null; max: number | null } | null
  range: NumberRange | null
  /** Whether the name is already shown above. */
  isNamed?: boolean
}

/** The ends of a range, with the smallest and the largest number offered. */
export function RangeFields({ name, legend, offered, range, isNamed = false }: RangeFieldsProps) {
  return (
    <fieldset className="facet-range grid gap-8">
      <legend className={isNamed ? 'visually-hidden' : 'facet-name text-14 font-600 break-anywhere'}>
        {legend}
      </legend>
      <RangeField name={`${name}.min`} label="From" offered={offered?.min} value={range?.min} />
      <RangeField name={`${name}.max`} label="To" offered={offered?.max} value={range?.max} />
    </fieldset>
  )
}

type RangeFieldProps = {
  name: string
  label: string
  offered: number | null | undefined
  value: number | null | undefined
}

function RangeField({ name, label, offered, value }: RangeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const text = value === null || value === undefined ? '' : String(value)
  const decimals = name.startsWith('price') ? { minimumFractionDigits: 2 } : {}
  // Follows changes by history and chips without losing the focus.
  useEffect(() => {
    if (input.current) input.current.value = text
  }, [text])
  return (
    <label className="facet-end min-w-0 soft text-13 grid">
      <span>{label}</span>
      <input
        ref={input}
        name={name}
        defaultValue={text}
        placeholder={offered?.toLocaleString('en-US', decimals)}
        inputMode="decimal"
        autoComplete="off"
        className="field-input"
      />
    </label>
  )
}

export function Count({ count, isCapped }: { count: number; isCapped: boolean }) {
  return (
    <span className="shrink-0 ml-auto soft font-400 tabular">
      {count.toLocaleString('en-US')}
      {isCapped && '+'}
    </span>
  )
}
