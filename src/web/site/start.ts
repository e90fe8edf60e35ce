import { enhancePage } from '#ui/enhance/enhance-page.ts'

enhancePage(document, { alone: true })
