import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, href, useLocation, useNavigate, useSearchParams } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { quantityOf } from '#shop/list-store/order-list.ts'
import { addPieces, currentLines } from '#shop/list-store/order-list-store.ts'
import { MAX_SEARCH_LENGTH } from '#shop/search/query/search-limits.ts'
import { canBeAdded, type SuggestionOption, suggestionOptions } from '#shop/search/suggestion-options.ts'
import { Icon } from '#ui/icon.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { SEARCH_KEY, useSlashKey } from './use-slash-key.ts'
import { useSuggestions } from './use-suggestions.ts'

// Loaded when something is typed, because every page has the search.
const loadList = async () => (await import('./suggestion-list.tsx')).SuggestionList

/** The search of every page: a combobox whose list has products and categories. Without scripts it is a plain form. */
export function SiteSearch() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { key } = useLocation()
  const [params] = useSearchParams()
  const searched = params.get('q') ?? ''
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  const suggestions = useSuggestions(isOpen ? typed : '')
  const options = suggestions ? suggestionOptions(typed, suggestions) : []
  const { value: SuggestionList } = useLoaded(isOpen ? loadList : null)
  const isShown = isOpen && suggestions !== null && SuggestionList !== undefined
  const optionId = (index: number) => `${id}-option-${index}`
  useSlashKey(field)

  // A new page shows its own search, also after back and forward.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is that of the page.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = searched
    setOpen(false)
  }, [key, searched])

  const go = (path: string) => {
    setOpen(false)
    setActive(null)
    void navigate(path)
  }
  const choose = (option: SuggestionOption) => {
    if (field.current && option.kind !== 'all') field.current.value = ''
    field.current?.blur()
    go(option.path)
  }
  const add = (option: SuggestionOption) => {
    if (!canBeAdded(option)) return
    const { product } = option
    const note = addPieces(product)
    const pieces = quantityOf(currentLines(), product._id).toLocaleString('en-US')
    setAdded(note ?? `${product.name}: ${pieces} on the order list`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = isShown && active !== null ? options[active] : undefined
    if (chosen) return choose(chosen)
    const q = field.current?.value.trim() ?? ''
    go(withQuery(href('/purchase'), { q: q || undefined }))
  }
  const type = (event: FormEvent<HTMLInputElement>) => {
    setTyped(event.currentTarget.value)
    setActive(null)
    setAdded(null)
    setOpen(true)
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      // Otherwise the browser clears the field.
      event.preventDefault()
      setOpen(false)
      setActive(null)
    }
    const chosen = isShown && active !== null ? options[active] : undefined
    if (event.key === 'Enter' && event.shiftKey && chosen && canBeAdded(chosen)) {
      event.preventDefault()
      add(chosen)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!isOpen) {
      setTyped(field.current?.value ?? '')
      setOpen(true)
    }
    setAdded(null)
    setActive(nextPlace(active, event.key === 'ArrowDown' ? 1 : -1, options.length))
  }

  return (
    <Form
      role="search"
      className="site-search flex"
      action={href('/purchase')}
      aria-label="Tools"
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        Search tools
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        name="q"
        role="combobox"
        className="site-search-field w-full min-w-0 rounded"
        placeholder="Search by name, size or SKU"
        defaultValue={searched}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={isShown && active !== null ? optionId(active) : undefined}
        aria-describedby={isShown && options.some(canBeAdded) ? `${id}-hint` : undefined}
        aria-keyshortcuts={SEARCH_KEY}
        onInput={type}
        onKeyDown={move}
      />
      <button
        type="submit"
        className="search-button grid place-center site-search-button"
        aria-label="Search"
      >
        <Icon path="M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l5 5" size="1.375rem" />
      </button>
      <p className="visually-hidden" role="status">
        {isShown && (added ?? spokenCount(options.length))}
      </p>
      {isShown && (
        <SuggestionList
          id={`${id}-list`}
          optionId={optionId}
          options={options}
          active={active}
          correctedText={suggestions.correctedText}
          onChoose={choose}
          onAdd={add}
          hintId={`${id}-hint`}
        />
      )}
    </Form>
  )
}

/** The option above or below the active one; null, the field itself, past the ends. */
function nextPlace(active: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null
  if (active === null) return step === 1 ? 0 : count - 1
  const next = active + step
  return next < 0 || next >= count ? null : next
}

function spokenCount(count: number): string {
  if (count === 0) return 'No suggestions'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}
