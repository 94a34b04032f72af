import { setPriority } from 'node:os'
import { answerInput } from '#platform/processes/worker-process.server.ts'
import { renderImage } from './image.server.ts'

// Runs in the process that image-worker.server.ts starts for one image, at low priority.
setPriority(10)
answerInput(renderImage)
