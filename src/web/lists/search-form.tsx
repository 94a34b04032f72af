import { type ReactNode, useId } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { InsetField } from '#ui/forms/inset-field.tsx'

type SearchFormProps = {
  /** The searched fields: "Name or e-mail". */
  label: string
  /** The current search. */
  search: string
  /** Further filters, each with a name. */
  children?: ReactNode
}

/** Searches a list by words in the URL (`?search=`), starting again at the first page. */
export function SearchForm({ label, search, children }: SearchFormProps) {
  const id = useId()
  return (
    <Form className="search-form" role="search">
      {children}
      <InsetField label={label} id={id}>
        <input
          key={search}
          id={id}
          type="search"
          name="search"
          className="field-input"
          defaultValue={search}
          maxLength={254}
        />
      </InsetField>
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </Form>
  )
}
