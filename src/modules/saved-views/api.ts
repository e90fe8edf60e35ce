import { implementCalls } from '#platform/http/http.ts'
import { deleteView } from './commands/delete-view.ts'
import { saveView } from './commands/save-view.ts'
import { savedViewsContract } from './contract.ts'
import { type SavedView, TEXTS } from './model.ts'
import { listSavedViews } from './queries.ts'

const calls = implementCalls(savedViewsContract)

const toViewResponse = ({ id, ...view }: SavedView) => ({ _id: id, ...view })

export const savedViewsApi = calls.router({
  list: calls.list.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Saved views',
    data: (await listSavedViews(app.db, admin().id, input.list)).map(toViewResponse),
  })),

  save: calls.save.handler(async ({ context: { app, admin }, input }) => ({
    message: TEXTS.saved,
    data: toViewResponse(await saveView(app, admin().id, input)),
  })),

  remove: calls.remove.handler(async ({ context: { app, admin }, input }) => {
    await deleteView(app, admin().id, input.id)
    return { message: TEXTS.deleted }
  }),
})
