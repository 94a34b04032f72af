import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { listHeadLinkProps } from '#ui/lists/list-head.ts'

type PageJumpProps = {
  pageCount: number
  /** Returns the path of a zero-based page. */
  to: (page: number) => string
}

/** A field for a page's number, from 1, for lists with too many pages for a button each. */
export function PageJump({ pageCount, to }: PageJumpProps) {
  const id = useId()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const number = Number(new FormData(event.currentTarget).get('number'))
    event.currentTarget.reset()
    void navigate(to(number - 1), listHeadLinkProps)
  }
  return (
    <form className="page-jump" onSubmit={submit}>
      <label htmlFor={id}>Go to page</label>
      <input
        id={id}
        name="number"
        type="number"
        inputMode="numeric"
        className="field-input"
        min={1}
        max={pageCount}
        required
      />
      <button type="submit" className="pager-page">
        Go
      </button>
    </form>
  )
}
