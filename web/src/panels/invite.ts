import { freshId, h } from '../dom';

function linkField(label: string, link: string): HTMLElement {
  const id = freshId('link');
  const input = h('input', { id, type: 'text', readonly: true, value: link, onfocus: () => input.select() });
  const copy = h('button', { type: 'button', class: 'button small', 'aria-label': `Copy: ${label}` }, 'Copy');
  copy.addEventListener('click', () => {
    input.select();
    void navigator.clipboard?.writeText(link).then(() => {
      copy.textContent = 'Copied';
    });
  });
  return h('div', { class: 'link-field' }, h('label', { for: id }, label), h('div', { class: 'link-row' }, input, copy));
}

/** The links of a game between two people: one for the friend, one for this seat elsewhere. */
export function inviteCard(id: string, friend: string, friendKey: string, ownKey: string, watchKey: string | undefined): HTMLElement {
  const to = (path: string, key: string) => `${location.origin}/${path}/${id}#${key}`;
  return h('section', { class: 'panel invite', 'aria-label': 'Invite a friend' },
    h('h2', {}, 'Invite your friend'),
    linkField(`For your friend, who plays ${friend}`, to('play', friendKey)),
    h('details', {},
      h('summary', {}, 'More links'),
      linkField('Your own seat, on another device', to('play', ownKey)),
      watchKey ? linkField('For people who watch', to('watch', watchKey)) : null));
}
