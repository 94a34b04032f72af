import { useId } from 'react'
import { Form } from 'react-router'
import { type CatalogueQuery, catalogueParams, searchSorts } from '#shop/search/query/search-query.ts'
import { buttonVariant } from '#ui/button.tsx'

type SortSearchProps = {
  query: CatalogueQuery
  action: string
  onChange: (query: CatalogueQuery) => void
}

export function SortSearch({ query, action, onChange }: SortSearchProps) {
  const id = useId()
  const others = [...catalogueParams({ ...query, sort: 'relevance' })]
  return (
    <Form method="get" action={action} className="search-sort line gap-8">
      {others.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="unseen-to-640" htmlFor={id}>
        Sort by
      </label>
      <select
        id={id}
        name="sort"
        className="field-input"
        autoComplete="off"
        value={query.sort}
        onChange={({ target }) => {
          const sort = searchSorts.find(({ value }) => value === target.value)
          if (sort) onChange({ ...query, sort: sort.value })
        }}
      >
        {searchSorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {value === 'relevance' && query.text === '' ? 'Size' : label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={buttonVariant.quiet}>
          Sort
        </button>
      </noscript>
    </Form>
  )
}
