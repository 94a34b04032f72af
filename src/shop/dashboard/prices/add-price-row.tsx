import { type FormEvent, useCallback, useId, useState } from 'react'
import { ALL_TOOLS, type NamedCategory } from '#shop/prices/admin/row-drafts.ts'
import { catalogueApi } from '#shop/search/catalogue-client.ts'
import { Button } from '#ui/button.tsx'
import { useLoaded } from '#web/use-loaded.ts'

type AddPriceRowProps = {
  categories: readonly NamedCategory[]
  isBusy: boolean
  add: (text: string) => void
}

/** Adds a row for a tool that is found by SKU or name, for a category, or for all tools. */
export function AddPriceRow({ categories, isBusy, add }: AddPriceRowProps) {
  const id = useId()
  const [text, setText] = useState('')
  const search = text.trim()
  const load = useCallback(
    () => catalogueApi.products.suggest.$get({ query: { q: search } }),
    [search],
  )
  const { products } = useLoaded(search.length > 1 ? load : null).value ?? { products: [] }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const named = products.find(({ name }) => name.toLowerCase() === search.toLowerCase())
    if (search === '') return
    add(named?.sku ?? search)
    setText('')
  }
  return (
    <form className="buttons" onSubmit={submit}>
      <input
        className="field-input price-add"
        aria-label="Tool, category or all tools to add"
        placeholder="SKU, name or category"
        list={id}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={id}>
        {products.map(({ sku, name }) => (
          <option key={sku} value={sku} label={name} />
        ))}
        {[ALL_TOOLS, ...categories.map(({ name }) => name)].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" variant="quiet" disabled={isBusy}>
        Add a row
      </Button>
    </form>
  )
}
