import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { PrintLabels } from '#shop/product-admin/labels/print-labels.tsx'
import { Button } from '#ui/button.tsx'
import { Options } from '#ui/forms/options.tsx'
import { showToast } from '#ui/toast.ts'
import { Selected, type Selection } from '#web/lists/list-selection.tsx'
import type { createChangeFoundApi } from './change-found-api.server.ts'
import { type ChangedField, changedFieldNames, changedFields } from './found-change.ts'

type SelectedProductsProps = {
  selection: Selection
  categories: readonly Category[]
  /** The search of the list, and how many products can be changed with the selected ones. */
  search: string
  foundCount: number
  /** Called when nothing is selected any more, with the buttons that had the focus. */
  onCleared: () => void
}

/** Changes the selected products of the list, or all found: the change is compared first (product 12.6). */
export function SelectedProducts(props: SelectedProductsProps) {
  const { selection, categories, search, foundCount, onCleared } = props
  const { ids } = selection
  const navigate = useNavigate()
  const [isAllFound, setAllFound] = useState(false)
  const [field, setField] = useState<ChangedField>('category')
  const [value, setValue] = useState('')
  const [isBusy, setBusy] = useState(false)
  const canTakeAll = foundCount > ids.length
  const isAll = isAllFound && canTakeAll
  const total = isAll ? foundCount : ids.length
  const clear = () => {
    selection.clear()
    onCleared()
  }
  const compare = async () => {
    setBusy(true)
    const json = { products: isAll ? { search } : [...ids], field, value }
    try {
      const { _id: id } = await found.$post({ json })
      await navigate(href('/dashboard/manage-products/import/:id', { id }))
    } catch (error) {
      setBusy(false)
      await showToast('error', refusalText(error))
    }
  }
  const choose = (chosen: ChangedField) => {
    setField(chosen)
    setValue(chosen === 'discontinued' ? 'yes' : '')
  }
  return (
    <Selected label="Selected products" text={`${tools(total)} selected`} onClear={clear}>
      {canTakeAll && (
        <label>
          <input type="checkbox" checked={isAllFound} onChange={() => setAllFound(!isAllFound)} />
          All {foundCount.toLocaleString('en-US')} found
        </label>
      )}
      <select
        aria-label="Change"
        className="field-input"
        value={field}
        onChange={({ currentTarget }) => choose(currentTarget.value as ChangedField)}
      >
        <Options of={changedFields.map((name) => [name, changedFieldNames[name]])} />
      </select>
      <NewValue field={field} value={value} onChange={setValue} categories={categories} />
      <Button variant="quiet" busy={isBusy} disabled={value.trim() === ''} onClick={() => void compare()}>
        Compare
      </Button>
      <PrintLabels ids={isAll ? [] : ids} text="Print labels (PDF)" />
    </Selected>
  )
}

const { found } = apiClient<typeof createChangeFoundApi>().products.imports

type NewValueProps = {
  field: ChangedField
  value: string
  onChange: (value: string) => void
  categories: readonly Category[]
}

function NewValue({ field, value, onChange, categories }: NewValueProps) {
  const label = `New value: ${changedFieldNames[field]}`
  const options = field === 'discontinued' ? discontinuedTexts : field === 'category' && pathsOf(categories)
  const input = {
    'aria-label': label,
    className: 'field-input',
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  if (!options) return <input {...input} inputMode={field === 'family' ? 'text' : 'decimal'} size={12} />
  return (
    <select {...input}>
      <Options of={options} />
    </select>
  )
}

const discontinuedTexts = [
  ['yes', 'No longer made'],
  ['no', 'On sale'],
] as const

function pathsOf(categories: readonly Category[]) {
  const { pathOf } = createCategoryPaths([...categories])
  const paths = categories.map(({ slug }) => pathOf(slug) ?? slug)
  return [
    ['', 'Choose …'] as const,
    ['(empty)', 'No category'] as const,
    ...paths.sort().map((path) => [path, path] as const),
  ]
}

function tools(count: number): string {
  return count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`
}
