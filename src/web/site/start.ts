import { enhancePage } from '#ui/awake/wake.ts'

enhancePage(document, { alone: true })
