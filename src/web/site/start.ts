import { enhancePage } from '#ui/enhance/enhance-page.ts'

enhancePage(document, { alone: true })
if (document.querySelector('[data-log-check]'))
  void import('./transparency/check-log.ts').then(({ checkLog }) => checkLog(document))
