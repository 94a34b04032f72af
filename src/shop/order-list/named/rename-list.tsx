import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'

type RenameListProps = {
  name: string
  typed: string
  isBusy: boolean
  onType: (typed: string) => void
  onSave: (name: string) => void
  onCancel: () => void
}

/** The name of a list as a field; Escape leaves it as it was. */
export function RenameList({ name, typed, isBusy, ...props }: RenameListProps) {
  const { onType, onSave, onCancel } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name) onCancel()
    else onSave(typed)
  }
  return (
    <form className="save-list buttons" onSubmit={submit}>
      <input
        ref={field}
        className="field-input min-w-0"
        aria-label={`New name of ${name}`}
        required
        maxLength={60}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <Button type="submit" variant="quiet" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}
