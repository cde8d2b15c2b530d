/** Your turn: told by title, icon, vibration and a sound, never by flashing. */

import { say } from "./words.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** Tells a player who looks elsewhere, and keeps the screen on meanwhile. */
export class Cue {
  /** @param {() => Settings} settings */
  constructor(settings) {
    this._settings = settings;
    this._mine = false;
    /** @type {AudioContext | null} */
    this._audio = null;
    /** @type {WakeLockSentinel | null} */
    this._lock = null;
    this._title = document.title;
  }

  /** @param {boolean} mine whether the player has to act */
  turn(mine) {
    if (mine === this._mine) return;
    this._mine = mine;
    document.title = mine ? `${say("turn.title")} – ${this._title}` : this._title;
    this._icon(mine);
    if (mine) this._call();
    this.keepAwake();
  }

  /** Sounds and locks need a gesture: called at each. */
  gesture() {
    if (this._settings().sound && !this._audio && "AudioContext" in window) {
      this._audio = new AudioContext();
    }
    void this._audio?.resume();
    this.keepAwake();
  }

  async keepAwake() {
    const wanted = this._mine && this._settings().awake && !document.hidden;
    if (!wanted) {
      void this._lock?.release();
      this._lock = null;
    } else if (!this._lock || this._lock.released) {
      try {
        this._lock = (await navigator.wakeLock?.request("screen")) ?? null;
      } catch {
        // The battery is low, or the browser wants a gesture first.
      }
    }
  }

  /** @param {boolean} mine */
  _icon(mine) {
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (icon?.dataset.usual && icon.dataset.turn) {
      icon.href = mine ? icon.dataset.turn : icon.dataset.usual;
    }
  }

  _call() {
    const { vibrate, sound } = this._settings();
    if (vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
    if (sound && this._audio?.state === "running") this._ring(this._audio);
  }

  /** Two soft notes. @param {AudioContext} audio */
  _ring(audio) {
    for (const [at, pitch] of [
      [0, 523],
      [0.14, 784],
    ]) {
      const start = audio.currentTime + at;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.3);
    }
  }
}
