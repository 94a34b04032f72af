import { type FormEvent, useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { prefetchProps } from '#shop/page/prefetch-page.ts'
import { buttonVariant } from '#ui/button.tsx'
import { withSpecification } from './active-filters.ts'
import type { Facet, Facets } from './search-json.server.ts'
import { MAX_COUNTED } from './search-limits.ts'
import { type CatalogueQuery, type NumberRange, readCatalogueQuery } from './search-query.ts'

// More values of a number are entered as a range.
const MAX_NUMBERS = 8
const OPEN_FACETS = 4

type FacetPanelProps = {
  facets: Facets
  query: CatalogueQuery
  /** How many filters are in use. */
  activeCount: number
  isCapped: boolean
  /** The path of the form, and of a query. */
  action: string
  pathOf: (query: CatalogueQuery) => string
  /** Shows the products of another query. */
  onChange: (query: CatalogueQuery) => void
}

/** Narrows a search: a plain form, which scripts send at every choice. */
export function FacetPanel(props: FacetPanelProps) {
  const { facets, query, activeCount, isCapped, action, pathOf, onChange } = props
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new URLSearchParams(
      [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
        typeof value === 'string' && value !== '' ? [[name, value]] : [],
      ),
    )
    onChange({ ...readCatalogueQuery(given).query, sort: query.sort })
  }
  return (
    <details className="facets">
      <summary className={buttonVariant.quiet}>
        Filter{activeCount > 0 && ` (${activeCount})`}
      </summary>
      <Form
        method="get"
        action={action}
        className="facet-form"
        aria-label="Filters"
        onSubmit={send}
      >
        {query.text !== '' && <input type="hidden" name="q" value={query.text} />}
        {query.category !== null && <input type="hidden" name="category" value={query.category} />}
        {query.sort !== 'relevance' && <input type="hidden" name="sort" value={query.sort} />}
        {query.isTable && <input type="hidden" name="view" value="table" />}
        <CategoryLinks facets={facets} query={query} pathOf={pathOf} />
        {(facets.inStock > 0 || query.isInStock) && (
          <label
            className="facet-value"
            {...prefetchProps(() => pathOf({ ...query, isInStock: !query.isInStock }))}
          >
            <input
              type="checkbox"
              name="stock"
              value="1"
              checked={query.isInStock}
              onChange={({ target }) => onChange({ ...query, isInStock: target.checked })}
            />
            In stock <Count count={facets.inStock} />
          </label>
        )}
        {facets.price && (
          <RangeFields name="price" legend="Price, $" offered={facets.price} range={query.price} />
        )}
        {facets.specifications.map((facet, place) => (
          <SpecificationFacet
            key={facet.key}
            facet={facet}
            isOpen={place < OPEN_FACETS}
            query={query}
            pathOf={pathOf}
            onChange={onChange}
          />
        ))}
        {isCapped && (
          <p className="facet-note">
            Counts are of the first {MAX_COUNTED.toLocaleString('en-US')} tools found.
          </p>
        )}
        <button type="submit" className={buttonVariant.quiet}>
          Apply
        </button>
      </Form>
    </details>
  )
}

type CategoryLinksProps = Pick<FacetPanelProps, 'facets' | 'query' | 'pathOf'>

function CategoryLinks({ facets: { categories }, query, pathOf }: CategoryLinksProps) {
  if (categories.length === 0) return null
  return (
    <nav aria-label="Categories">
      <p className="facet-name">Category</p>
      <ul className="facet-values">
        {inTree(categories).map(({ slug, name, parent, count }) => (
          <li key={slug} className={parent === null ? 'facet-parent' : 'facet-child'}>
            <Link
              to={pathOf({ ...query, category: slug })}
              className="facet-category"
              aria-current={slug === query.category ? 'true' : undefined}
              preventScrollReset
            >
              {name} <Count count={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Each category of the first level, followed by those below it. */
function inTree(categories: Facets['categories']): Facets['categories'] {
  const tops = categories.filter(({ parent }) => parent === null)
  return tops.flatMap((top) => [top, ...categories.filter(({ parent }) => parent === top.slug)])
}

type SpecificationFacetProps = {
  facet: Facet
  isOpen: boolean
} & Pick<FacetPanelProps, 'query' | 'pathOf' | 'onChange'>

function SpecificationFacet(props: SpecificationFacetProps) {
  const { facet, isOpen, query, pathOf, onChange } = props
  const { key, name, unit, kind, values, valueCount, min, max } = facet
  const { values: chosen = [], range = null } = query.specifications[key] ?? {}
  const isRange = kind === 'number' && valueCount > 1
  const shown = kind === 'number' && valueCount > MAX_NUMBERS ? [] : values
  const toggled = (value: string) => {
    const others = chosen.filter((other) => other !== value)
    const isChosen = others.length < chosen.length
    return withSpecification(query, key, isChosen ? others : [...others, value], range)
  }
  return (
    <details className="facet" open={isOpen || chosen.length > 0 || range !== null}>
      <summary className="facet-name">{unit === null ? name : `${name}, ${unit}`}</summary>
      {isRange && (
        <RangeFields
          name={`spec.${key}`}
          legend={unit === null ? name : `${name}, ${unit}`}
          offered={{ min: min ?? 0, max: max ?? 0 }}
          range={range}
          isNamed
        />
      )}
      <ul className="facet-values">
        {shown.map(({ value, count }) => (
          <li key={value}>
            <label className="facet-value" {...prefetchProps(() => pathOf(toggled(value)))}>
              <input
                type="checkbox"
                name={`spec.${key}`}
                value={value}
                checked={chosen.includes(value)}
                onChange={() => onChange(toggled(value))}
              />
              {value} <Count count={count} />
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
  offered: { min: number; max: number }
  range: NumberRange | null
  /** Whether the name is already shown above. */
  isNamed?: boolean
}

function RangeFields({ name, legend, offered, range, isNamed = false }: RangeFieldsProps) {
  return (
    <fieldset className="facet-range">
      <legend className={isNamed ? 'visually-hidden' : 'facet-name'}>{legend}</legend>
      <RangeField name={`${name}.min`} label="From" offered={offered.min} value={range?.min} />
      <RangeField name={`${name}.max`} label="To" offered={offered.max} value={range?.max} />
    </fieldset>
  )
}

type RangeFieldProps = {
  name: string
  label: string
  offered: number
  value: number | null | undefined
}

function RangeField({ name, label, offered, value }: RangeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const text = value === null || value === undefined ? '' : String(value)
  // Back, forward and chips change it too, without losing the focus.
  useEffect(() => {
    if (input.current) input.current.value = text
  }, [text])
  return (
    <label className="facet-end">
      <span>{label}</span>
      <input
        ref={input}
        name={name}
        defaultValue={text}
        placeholder={String(offered)}
        inputMode="decimal"
        autoComplete="off"
        className="field-input"
      />
    </label>
  )
}

function Count({ count }: { count: number }) {
  return <span className="facet-count">{count.toLocaleString('en-US')}</span>
}
