import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'

type SearchFormProps = {
  /** What is searched: "Name or e-mail". */
  label: string
  /** The words in force. */
  search: string
  /** Further choices that go along, each with a name of its own. */
  children?: ReactNode
}

/** Searches a list by words in its address (`?search=`), from the first page on. */
export function SearchForm({ label, search, children }: SearchFormProps) {
  return (
    <Form className="search-form" role="search">
      {children}
      <input
        key={search}
        type="search"
        name="search"
        aria-label={label}
        placeholder={label}
        className="field-input"
        defaultValue={search}
        maxLength={254}
      />
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </Form>
  )
}
