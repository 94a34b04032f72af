import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Icon } from '#ui/icon.tsx'

type SearchFieldProps = {
  /** The searched fields: "Name or e-mail". */
  label: string
  search: string
}

export function SearchField({ label, search }: SearchFieldProps) {
  return (
    <div className={label.length > 26 ? 'search-field relative search-field-wide' : 'search-field relative'}>
      <input
        key={search}
        type="search"
        name="search"
        className="field-input"
        aria-label={label}
        title={label}
        placeholder={label}
        defaultValue={search}
        maxLength={254}
      />
      <button type="submit" className="search-button fade grid place-center" aria-label="Search">
        <Icon path="M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l5 5" size="1.25rem" />
      </button>
    </div>
  )
}

/**
 * Searches a list by words in the URL (`?search=`), starting again at the first page; `children` are
 * further filters, each with a name.
 */
export function SearchForm({ children, ...field }: SearchFieldProps & { children?: ReactNode }) {
  return (
    <Form className="search-form min-w-0 gap-8" role="search">
      <SearchField {...field} />
      {children}
    </Form>
  )
}
