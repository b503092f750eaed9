extension HTMLReport {
    /// One transport for the sounds of a card: all play at once, one of them is heard, so that switching loses no
    /// moment. It reads nothing but the page's own elements, and makes text as text.
    static let script = #"""
        (() => {
        'use strict';
        document.documentElement.classList.add('js');
        const clock = (t) => {
          const ms = Math.round(t * 1000), two = (n) => String(n).padStart(2, '0');
          return Math.floor(ms / 60000) + ':' + two(Math.floor(ms / 1000) % 60) + '.' + String(ms % 1000).padStart(3, '0');
        };
        const make = (tag, props, ...inside) => {
          const element = Object.assign(document.createElement(tag), props);
          element.append(...inside);
          return element;
        };
        let playing = null;
        class Player {
          constructor(root) {
            this.sounds = [...root.querySelectorAll('audio')];
            // Seconds into each sound at the time line's beginning; below 0 for what begins later.
            this.offsets = new Map(this.sounds.map((s) => [s, Number(s.dataset.offset) || 0]));
            this.side = Math.max(0, this.sounds.findIndex((s) => s.dataset.role === 'actual'));
            this.known = Number(root.dataset.length) || 0;
            this.position = 0;
            this.isPlaying = false;
            this.card = root.closest('.card');
            this.figure = this.card.querySelector('.picture[data-duration]');
            this.build(root);
            this.show();
          }
          build(root) {
            this.play = make('button', {type: 'button', className: 'play'});
            this.play.onclick = () => this.toggle();
            this.sides = this.sounds.map((sound, index) => {
              const button = make('button', {type: 'button'}, sound.dataset.role + ' ', make('kbd', {}, String(index + 1)));
              button.onclick = () => this.choose(index);
              return button;
            });
            this.slider = make('input', {type: 'range', min: 0, step: 'any', value: 0});
            this.slider.setAttribute('aria-label', 'Position');
            this.slider.oninput = () => this.seek(Number(this.slider.value));
            this.time = make('output', {});
            this.time.setAttribute('aria-live', 'off');
            this.loop = make('button', {type: 'button', className: 'loop'}, 'loop');
            this.loop.setAttribute('aria-pressed', 'false');
            this.loop.onclick = () => this.loop.setAttribute('aria-pressed', String(!this.isLooped));
            const jumps = [...root.querySelectorAll('.marks li')].map((mark) => {
              const at = Number(mark.dataset.at), props = {type: 'button', title: mark.textContent};
              const button = make('button', props, mark.dataset.name + ' ' + clock(at));
              button.onclick = () => this.seek(Math.max(0, at - 0.05));
              return button;
            });
            const sides = make('span', {className: 'sides'}, ...this.sides);
            sides.setAttribute('role', 'group');
            sides.setAttribute('aria-label', 'What is heard');
            const places = make('span', {className: 'jumps'}, ...jumps);
            const bar = make('div', {className: 'transport', tabIndex: 0}, this.play, sides, places, this.loop, this.time, this.slider);
            bar.setAttribute('role', 'group');
            bar.setAttribute('aria-label', 'Player of ' + this.card.querySelector('h2 bdi').textContent);
            bar.onkeydown = (event) => this.key(event);
            root.prepend(bar);
            for (const sound of this.sounds) {
              sound.onloadedmetadata = () => this.show();
              sound.onerror = () => { this.time.textContent = 'this browser cannot play the ' + sound.dataset.role; };
            }
            if (!this.figure) return;
            // The whole, and the place that is drawn from near by: where they are, from when on and how long.
            const {left, right, top, bottom, start, duration, zoom} = this.figure.dataset;
            const near = zoom ? [zoom.split(' ').map(Number)] : [];
            this.stretches = [[top, bottom, start, duration].map(Number), ...near].map(([top, bottom, start, duration]) => {
              const head = make('div', {className: 'playhead', hidden: true});
              [head.style.top, head.style.bottom] = [100 * top + '%', 100 * (1 - bottom) + '%'];
              this.figure.append(head);
              return {top, bottom, start, duration, head};
            });
            this.figure.querySelector('a').onclick = (event) => {
              const box = this.figure.getBoundingClientRect(), down = (event.clientY - box.top) / box.height;
              const part = ((event.clientX - box.left) / box.width - left) / (right - left);
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.detail === 0 || part < 0 || part > 1) return;
              event.preventDefault();
              const at = this.stretches.find((s) => down >= s.top && down <= s.bottom) || this.stretches[0];
              this.seek(at.start + part * at.duration);
            };
          }
          get length() { return Math.max(this.known, ...this.sounds.map((s) => Number.isFinite(s.duration) ? s.duration - this.offsets.get(s) : 0)); }
          get isLooped() { return this.loop.getAttribute('aria-pressed') === 'true'; }
          key(event) {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            const onButton = event.target.tagName === 'BUTTON', onSlider = event.target === this.slider, digit = Number(event.key);
            if (event.key === ' ' && !onButton) this.toggle();
            else if (digit >= 1 && digit <= this.sounds.length) this.choose(digit - 1);
            else if (event.key === 'ArrowLeft' && !onSlider) this.seek(this.position - 1);
            else if (event.key === 'ArrowRight' && !onSlider) this.seek(this.position + 1);
            else if (event.key === 'Home') this.seek(0);
            else return;
            event.preventDefault();
          }
          toggle() { this.isPlaying ? this.stop() : this.start(); }
          start() {
            if (playing && playing !== this) playing.stop();
            playing = this;
            if (this.position >= this.length - 0.01) this.position = 0;
            this.isPlaying = true;
            this.place(true);
            this.run();
            this.tick();
            this.show();
          }
          stop() {
            this.isPlaying = false;
            for (const sound of this.sounds) sound.pause();
            this.place(true);
            this.show();
          }
          choose(side) {
            this.side = side;
            this.sounds.forEach((sound, index) => { sound.muted = index !== side; });
            this.show();
          }
          seek(position) {
            this.position = Math.min(Math.max(0, position), this.length);
            this.place(true);
            if (this.isPlaying) this.run();
            this.show();
          }
          // Where a sound is at the position: below 0 it has not begun.
          goal(sound) { return this.position + this.offsets.get(sound); }
          isOver(sound) { return Number.isFinite(sound.duration) && this.goal(sound) >= sound.duration; }
          isAhead(sound) { return this.goal(sound) < 0; }
          run() {
            for (const sound of this.sounds) {
              if (this.isAhead(sound)) sound.pause();
              else if (!this.isOver(sound)) sound.play().catch(() => {});
            }
          }
          place(isExact) {
            this.sounds.forEach((sound, index) => {
              sound.muted = index !== this.side;
              const goal = Math.max(0, Number.isFinite(sound.duration) ? Math.min(this.goal(sound), sound.duration) : this.goal(sound));
              if (Math.abs(sound.currentTime - goal) > (isExact ? 0.0005 : 0.04)) sound.currentTime = goal;
            });
          }
          tick() {
            if (!this.isPlaying) return;
            const heard = this.sounds[this.side];
            const leader = [heard, ...this.sounds].find((s) => !s.paused && !s.ended && s.readyState > 1);
            if (leader) {
              this.position = leader.currentTime - this.offsets.get(leader);
              for (const sound of this.sounds) {
                if (sound === leader || sound.ended || sound.seeking || sound.readyState < 2 || this.isOver(sound) || this.isAhead(sound)) continue;
                if (sound.paused || Math.abs(sound.currentTime - this.goal(sound)) > 0.04) sound.currentTime = this.goal(sound);
                if (sound.paused) sound.play().catch(() => {});
              }
            } else if (this.sounds.every((s) => s.ended || s.error || this.isAhead(s))) {
              // What begins later is gone to where nothing plays before it.
              const next = Math.min(...this.sounds.filter((s) => !s.error && this.isAhead(s)).map((s) => -this.offsets.get(s)));
              if (Number.isFinite(next)) this.seek(next);
              else {
                this.position = this.length;
                if (this.isLooped) this.seek(0);
                else { this.stop(); return; }
              }
            }
            this.show();
            requestAnimationFrame(() => this.tick());
          }
          show() {
            this.play.textContent = this.isPlaying ? '❚❚ pause' : '▶ play';
            this.sides.forEach((button, index) => button.setAttribute('aria-pressed', String(index === this.side)));
            this.slider.max = this.length || 1;
            this.slider.value = this.position;
            this.slider.setAttribute('aria-valuetext', clock(this.position) + ' of ' + clock(this.length));
            if (!this.sounds.some((s) => s.error)) this.time.textContent = clock(this.position) + ' / ' + clock(this.length);
            if (!this.stretches) return;
            const {left, right} = this.figure.dataset;
            this.stretches.forEach(({start, duration, head}, index) => {
              const whole = (this.position - start) / (duration || 1), part = index ? whole : Math.min(1, whole);
              // The picture of an early actual begins where both do.
              head.hidden = part < 0 || part > 1 || this.position === 0 && !this.isPlaying;
              head.style.left = 100 * (Number(left) + part * (right - left)) + '%';
            });
          }
        }
        for (const root of document.querySelectorAll('.player')) new Player(root);
        const find = document.getElementById('find');
        if (find) {
          find.parentElement.hidden = false;
          const hide = () => {
            const text = find.value.trim().toLowerCase();
            for (const item of document.querySelectorAll('.card, .row')) {
              item.classList.toggle('away', !item.textContent.toLowerCase().includes(text));
            }
          };
          find.oninput = hide;
          find.form.onsubmit = (event) => event.preventDefault();
          hide();
        }
        })();
        """#
}
