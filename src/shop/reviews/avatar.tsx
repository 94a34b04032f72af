import { Image } from '#ui/image.tsx'

/** A user's image, or the initials when there is none. Decorative: the name is shown beside it. */
export function Avatar({ name, imgURL }: { name: string; imgURL?: string | undefined }) {
  if (imgURL) {
    return <Image imgURL={imgURL} alt="" width={48} height={48} sizes="3rem" className="avatar" />
  }
  return (
    <span className="avatar avatar-fallback place-center grid font-600" aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** Returns the first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return ends.map((word = '') => Array.from(word)[0]?.toUpperCase()).join('')
}
