import { memo } from 'react'
import { Stars } from '#ui/stars.tsx'
import { Avatar } from './avatar.tsx'
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
