import { memo } from 'react'
import { Stars } from '#ui/stars.tsx'
import { Avatar } from './avatar.tsx'
import type { Review } from './review.ts'

type ReviewCardProps = { review: Review }

/** A review: author, text, and one star per rating point. */
export const ReviewCard = memo(function ReviewCard({ review }: ReviewCardProps) {
  return (
    <figure className="review-card surface">
      <blockquote className="review-text">{review.review}</blockquote>
      <figcaption className="review-author">
        <Avatar name={review.name} imgURL={review.imgURL} />
        <span className="review-name">{review.name}</span>
        <Stars rating={review.ratings} />
      </figcaption>
    </figure>
  )
})
