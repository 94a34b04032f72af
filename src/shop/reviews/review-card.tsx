import { memo } from 'react'
import { Image } from '#ui/image.tsx'
import { Stars } from '#ui/stars.tsx'
import type { Review } from './review.ts'

type ReviewCardProps = { review: Review }

/** A review: author, text, and one star per rating point. */
export const ReviewCard = memo(function ReviewCard({ review }: ReviewCardProps) {
  return (
    <figure className="review-card p-24 grid gap-20 h-full surface">
      <blockquote className="break-anywhere">{review.review}</blockquote>
      <figcaption className="review-author grid items-center">
        <Avatar name={review.name} imgURL={review.imgURL} />
        <span className="font-600 break-anywhere">{review.name}</span>
        <Stars rating={review.ratings} />
      </figcaption>
    </figure>
  )
})

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
