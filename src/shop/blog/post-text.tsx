import { type Block, parseBody } from './post-body.ts'

/** The body of a post, rendered as text, never as HTML. */
export function PostText({ body }: { body: string }) {
  return (
    <div className="post-text">
      {parseBody(body).map((block) => (
        <PostBlock key={block.line} block={block} />
      ))}
    </div>
  )
}

function PostBlock({ block }: { block: Block }) {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item.line}>{item.text}</li>
        ))}
      </ul>
    )
  }
  return block.kind === 'heading' ? <h2>{block.text}</h2> : <p>{block.text}</p>
}
