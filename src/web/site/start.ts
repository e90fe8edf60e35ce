import { wake } from '#ui/awake/wake.ts'

wake(document, { alone: true })
