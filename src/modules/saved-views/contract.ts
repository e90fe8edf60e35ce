import { z } from 'zod'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { VIEW_LISTS } from './model.ts'

const tags = ['Saved views']
const list = z.enum(VIEW_LISTS)
const view = z.object({
  _id: z.string(),
  name: z.string(),
  query: z.string().meta({ description: 'the filters, as in the address of the list' }),
})

export const savedViewsContract = {
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/views',
      summary: 'List your saved views of a list',
      tags,
    })
    .input(z.object({ list }))
    .output(buildEnvelope(z.array(view))),
  save: admin()
    .route({
      method: 'POST',
      path: '/admin/views',
      summary: 'Save the filters of a list under a name',
      tags,
    })
    .input(
      z.object({
        list,
        name: z.string().max(200).default(''),
        query: z.string().max(1_000).default(''),
      }),
    )
    .output(buildEnvelope(view)),
  remove: admin()
    .route({
      method: 'DELETE',
      path: '/admin/views/{id}',
      summary: 'Delete one of your saved views',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(messageOnly),
}
