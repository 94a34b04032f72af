import type { InputHTMLAttributes, Ref } from 'react'

type FileInputProps = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  choose: (file: File) => void
}

/** An invisible file input, behind a label that looks like a button. */
export function FileInput({ choose, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      className="visually-hidden"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // Allows choosing the same file again after an error.
        currentTarget.value = ''
        if (file) choose(file)
      }}
    />
  )
}
